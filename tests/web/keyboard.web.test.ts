import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMachine, addSession } from '#tests/support/cast.ts';
import { type WebScene, webScene } from '#tests/support/browser/web-scene.ts';
import { signOnDaemon } from '#tests/support/scenes/fleet.ts';
import { documentText, newDocument } from '#tests/support/scenes/handoff-documents.ts';

let scene: WebScene;
let page: Page;
beforeAll(async () => {
  scene = await webScene();
  const { app, owner } = scene.test;
  await (await signOnDaemon(app, (await addMachine(app, owner, 'laptop')).actor)).serve('claude');
  page = await scene.open('/');
});
afterAll(() => scene[Symbol.asyncDispose]());

const MOST_TABS = 60;
const dialog = () => page.getByRole('dialog');
const key = (name: string) => page.keyboard.press(name);
const type = (text: string) => page.keyboard.type(text);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const hasFocus = (what: Locator) => what.evaluate((one) => one === document.activeElement);
const closed = () => dialog().waitFor({ state: 'hidden' });

/** Goes on with Tab until something has the focus, as one does who sees it. */
async function tabTo(what: Locator): Promise<void> {
  await what.waitFor();
  for (let tabs = 0; tabs < MOST_TABS && !(await hasFocus(what)); tabs += 1) await key('Tab');
  expect(await hasFocus(what)).toBe(true);
}
async function press(what: Locator): Promise<void> {
  await tabTo(what);
  await key('Enter');
}
/** What has the focus, once it settled: never nothing, which is the body. */
const focused = () => expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');

describe('the keyboard alone', () => {
  it('creates work, from a list without any', async () => {
    await key('g');
    await key('w');
    await page.getByText('No work yet').waitFor();
    await key('c');
    await expect.poll(() => hasFocus(dialog().getByLabel('Title'))).toBe(true);
    await type('Rotate the signing keys');
    await key('Tab');
    await type('Old keys sign nothing any more');
    await tabTo(dialog().getByLabel('Key', { exact: true }));
    await type('AUTH');
    await key('Enter');
    await page.getByRole('heading', { name: 'Rotate the signing keys' }).waitFor();
  });

  it('goes through lists, opens what they stand on, and lists its keys', async () => {
    await key('g');
    await key('w');
    await page.getByRole('list', { name: 'Work items' }).waitFor();
    await key('j');
    await key('Enter');
    await page.getByRole('navigation', { name: /^Parts of/ }).waitFor();
    await key('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await key('Escape');
    await closed();
  });

  it('hands the work off, turns the package down, offers it again, accepts it and completes it', async () => {
    const { app, owner } = scene.test;
    const { id } = await app.prisma.workItem.findFirstOrThrow();
    await addSession(app, owner, id, 'codex');
    await key('h');
    await tabTo(dialog().getByLabel('Next objective'));
    await type('Say whether it is safe');
    await press(dialog().getByRole('button', { name: 'Hand off' }));
    await page.getByText(/^compiled \(v1, /).waitFor();

    await button('Reject…').waitFor();
    await key('r');
    await expect.poll(() => hasFocus(dialog().getByLabel('Note'))).toBe(true);
    await type('no test plan');
    await press(dialog().getByRole('button', { name: 'Reject' }));
    await page.getByRole('note').getByText('no test plan').waitFor();
    await closed();
    await focused();

    await button('Recompile').waitFor();
    await key('c');
    await page.getByText(/^package recompiled \(v2, /).waitFor();
    await addSession(app, owner, id, 'claude');
    await button('Accept into session…').waitFor();
    await key('a');
    await tabTo(dialog().getByRole('radio', { name: /Claude Code/ }));
    await key('Space');
    await press(dialog().getByRole('button', { name: 'Accept', exact: true }));
    await page.getByText(/^Accepted \(v2, /).waitFor();
    await closed();
    await press(button('Complete…'));
    await press(dialog().getByRole('button', { name: 'Complete', exact: true }));
    await page.getByRole('status').getByText('Handoff completed').waitFor();
    expect(await app.prisma.handoff.findFirstOrThrow()).toMatchObject({ state: 'COMPLETED' });
  });
});

describe('the palette', () => {
  const find = async (text: string, option: string, path: RegExp) => {
    await key('Control+k');
    await dialog().getByRole('combobox').fill(text);
    await dialog().getByRole('option', { name: option }).first().waitFor();
    await key('Enter');
    await page.waitForURL(path);
  };

  it('finds work, handoffs, sessions, documents and pages by what they say', async () => {
    const { app, owner } = scene.test;
    const loose = newDocument(documentText({ nextSteps: ['Ask the auditors'] }));
    await app.services.documents.storeDocument(owner, loose);
    await find('signing keys', 'Rotate the signing keys', /\/work\/AUTH-1$/);
    await find('claude', 'review → Claude Code', /\/handoffs\/hof_/);
    await find('codex', 'implement · Codex', /\/sessions\/ses_/);
    await find('auditors', loose.name, /\/documents\/doc_/);
    await page.getByRole('region', { name: 'Document', exact: true }).getByText('Ask the auditors').waitFor();
    await find('machines', 'Machines', /\/machines$/);
    await page.getByRole('heading', { name: 'Machines and runtimes' }).waitFor();
  });
});

describe('the focus', () => {
  it('returns to what opened a dialog, also by way of a menu or a key', async () => {
    await page.goto('/work/AUTH-1');
    await button('Edit').waitFor();
    await key('e');
    await dialog().waitFor();
    await key('Escape');
    await closed();
    await expect.poll(() => hasFocus(button('Edit'))).toBe(true);
    await press(button('Change the state'));
    await page.getByRole('menuitem', { name: 'Cancel the work…' }).press('Enter');
    await dialog().waitFor();
    await key('Escape');
    await closed();
    await expect.poll(() => hasFocus(button('Change the state'))).toBe(true);
  });

  it('stays beside what went with its act, and the outcome is announced', async () => {
    const { app, owner } = scene.test;
    const blocker = { workItem: { key: 'AUTH-1' }, detail: '', severity: 'LOW' as const };
    for (const title of ['First', 'Second']) {
      await app.services.work.raiseBlocker(owner, { ...blocker, title, idempotencyKey: crypto.randomUUID() });
    }
    await page.goto('/work/AUTH-1/blockers');
    await press(page.getByRole('listitem').filter({ hasText: 'Second' }).getByRole('button', { name: 'Resolve…' }));
    await expect.poll(() => hasFocus(dialog().getByLabel('How it was resolved'))).toBe(true);
    await type('It is up again');
    await press(dialog().getByRole('button', { name: 'Resolve', exact: true }));
    await page.getByRole('status').getByText('Blocker resolved').waitFor();
    await page.getByText('Resolved: It is up again').waitFor();
    await focused();
    await tabTo(page.getByRole('listitem').filter({ hasText: 'First' }).getByRole('button', { name: 'Resolve…' }));
  });
});

describe('what was written', () => {
  it('stays when Escape closes a list of choices beside it', async () => {
    await page.goto('/work/AUTH-1/blockers');
    const title = page.getByLabel('Raise a blocker');
    await title.fill('No clock in staging');
    await press(page.getByLabel(/^Severity/));
    await page.getByRole('listbox').waitFor();
    await key('Escape');
    await page.getByRole('listbox').waitFor({ state: 'hidden' });
    await key('Escape');
    expect(await title.inputValue()).toBe('No clock in staging');
  });

  it('stays when one clicks beside its dialog, which closes only while it is empty', async () => {
    const beside = () => page.mouse.click(4, 4);
    await press(button('Edit'));
    await dialog().waitFor();
    await beside();
    await closed();
    await press(button('Edit'));
    await dialog().getByLabel('Goal').fill('Half a sentence');
    await beside();
    expect(await dialog().getByLabel('Goal').inputValue()).toBe('Half a sentence');
    await key('Escape');
    await closed();
  });
});

it('nothing complained', () => {
  expect(scene.complaints).toEqual([]);
});
