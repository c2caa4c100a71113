import type { Page } from 'playwright-core';
import type { Actor } from '#server/auth/actor.ts';
import { type Scope, scopes } from '#server/auth/scopes.ts';
import { newKey, signIn } from '../cast.ts';
import type { TestApp } from '../server/test-app.ts';

/** Buttons that only show, copy or narrow, or that come after the act was chosen. */
const NO_ACTS = /^(|Change the state|More for .*|Deliveries of .*|Copy.*|all|run|messages|tools|spend|files|records)$/;

/** Goes to a place as a link does, without loading the page anew. */
export async function goWithin(page: Page, path: string, ready: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  await page.getByRole('main').getByText(ready).first().waitFor();
  // What is still being read is not there to be judged.
  await page
    .getByRole('main')
    .getByText(/^Reading .*…$/)
    .first()
    .waitFor({ state: 'detached' });
}

/** The acts that the page offers now: its buttons, the entries of its menu, and the one-line forms. */
export async function offeredActs(page: Page, menu?: string): Promise<string[]> {
  const main = page.getByRole('main');
  const named = await main
    .locator('button:not(:disabled), form > input[aria-label]')
    .evaluateAll((all) => all.map((one) => (one.getAttribute('aria-label') ?? one.textContent).trim()));
  const entries: string[] = [];
  if (menu !== undefined && named.includes(menu)) {
    await main.getByRole('button', { name: menu }).click();
    await page.getByRole('menu').waitFor();
    entries.push(...(await page.getByRole('menuitem').allInnerTexts()).map((text) => text.trim()));
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
  }
  return [...new Set([...named, ...entries])].filter((name) => !NO_ACTS.test(name)).sort();
}

/** The same person with a credential that lacks one scope. */
export async function without({ app }: TestApp, person: Actor, missing: Scope): Promise<Actor> {
  const rest = scopes.filter((scope) => scope !== missing && person.scopes.has(scope));
  const { secret } = await app.services.tokens.createToken(person, {
    ...{ name: `without ${missing}`, scopes: rest, expiresAt: null, idempotencyKey: newKey() },
  });
  return signIn(app, secret);
}

/** Whether the server takes a command; anything but a refusal of its own is thrown on. */
export async function isTaken(run: () => Promise<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false;
    throw error;
  }
}
