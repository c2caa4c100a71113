import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMachine, addSession, newKey } from '#tests/support/cast.ts';
import { signOnDaemon } from '#tests/support/scenes/fleet.ts';
import { type WebScene, webScene } from '#tests/support/browser/web-scene.ts';

let scene: WebScene;
let page: Page;
beforeAll(async () => {
  scene = await webScene();
  page = await scene.open('/work');
});
afterAll(() => scene[Symbol.asyncDispose]());

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });
const press = (name: string | RegExp) => button(name).click();
const inDialog = () => page.getByRole('dialog');
const buttonsOfRail = async () =>
  (await page.getByRole('complementary', { name: 'About this package' }).getByRole('button').allInnerTexts())
    .map((text) => text.trim())
    .filter((text) => text !== '');
const focusedText = () => page.evaluate(() => document.activeElement?.textContent ?? '');
const theWork = () => scene.test.app.prisma.workItem.findFirstOrThrow({ where: { key: 'AUTH-1' } });

describe('the whole story of a handoff, in the browser', () => {
  it('creates the project and the work item', async () => {
    await press('New work item');
    await inDialog().getByLabel('Title').fill('Rotate session keys');
    await inDialog().getByLabel('Goal').fill('Keys rotate without a logout');
    await inDialog().getByLabel('Acceptance criteria').fill('old keys stay valid for an hour\na test proves it');
    await inDialog().getByLabel('Key', { exact: true }).fill('AUTH');
    await inDialog().getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'Rotate session keys' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/work/AUTH-1');
  });

  it('records a decision and a blocker with the keyboard', async () => {
    await page.getByRole('link', { name: /^Decisions/ }).click();
    await page.getByLabel('Record a decision').fill('Keep two keys at once');
    await page.getByLabel('Why').fill('No logout at the switch');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('listitem').getByText('Keep two keys at once').waitFor();
    await page.getByRole('link', { name: /^Blockers/ }).click();
    await page.getByLabel('Raise a blocker').fill('Staging has no clock sync');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('listitem').getByText('Staging has no clock sync').waitFor();
  });

  it('hands the work off in one act and says what it compiled', async () => {
    const { id } = await theWork();
    const { app, owner } = scene.test;
    await addSession(app, owner, id, 'codex');
    await press('Hand off');
    await inDialog().getByText('No runtime can take this on now').waitFor();
    const machine = await addMachine(app, owner, 'laptop');
    await (await signOnDaemon(app, machine.actor)).serve('claude');
    await inDialog()
      .getByLabel(/^Target runtime/)
      .getByText('Claude Code')
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: /^Sessions 1$/ }).waitFor();
    await press('Hand off');
    await inDialog().getByLabel('Source session').getByText('implement · Codex · active').waitFor();
    await inDialog().getByLabel('Next objective').fill('Say whether the rotation is safe');
    await inDialog().getByRole('button', { name: 'Hand off' }).click();
    await page.waitForURL('**/handoffs/hof_*');
    await page.getByText(/^compiled \(v1, [0-9a-f]{8}…\)$/).waitFor();
    const hash = (await app.prisma.handoff.findFirstOrThrow()).packageHash ?? '';
    await page.getByRole('complementary').getByText(hash, { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Handoff package for AUTH-1' }).waitFor();
  });

  it('offers exactly what a compiled handoff takes', async () => {
    expect(await buttonsOfRail()).toEqual([
      'Accept into session…',
      'Start session…',
      'Reject…',
      'Recompile',
      'Preview the briefing',
      'Cancel handoff…',
    ]);
  });

  it('keeps the raw document under the rendered one, collapsed', async () => {
    const raw = page.locator('pre').getByText('"kernel_handoff_version": 1');
    expect(await raw.isVisible()).toBe(false);
    await page.getByText('Document (JSON)').click();
    await raw.waitFor();
  });

  it('shows the briefing as a runtime with a small budget would get it', async () => {
    await press('Preview the briefing');
    await inDialog().getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
    await inDialog().getByText('4 KiB', { exact: true }).waitFor();
    await inDialog().locator('pre').getByText('Keys rotate without a logout').waitFor();
    await page.keyboard.press('Escape');
    await inDialog().waitFor({ state: 'hidden' });
  });

  it('rejects with a typed reason, and the reason stays after a recompile', async () => {
    await press('Reject…');
    await inDialog().getByLabel('Note').fill('no test plan');
    await inDialog().getByRole('button', { name: 'Reject' }).click();
    const callout = page.getByRole('note', { name: /^Rejected/ });
    await callout.getByText('no test plan').waitFor();
    await button('Recompile').waitFor();
    expect(await buttonsOfRail()).toEqual(['Recompile', 'Preview the briefing']);
    await page
      .getByRole('link', { name: /Needs You/ })
      .getByText(/^waiting: 1$/)
      .waitFor();
    await press('Recompile');
    await page.getByText(/^package recompiled \(v2, [0-9a-f]{8}…\)$/).waitFor();
    await page.getByRole('note', { name: 'Rejected once (missing_context), then offered again' }).waitFor();
  });

  it('answers a recompile of work that has not moved with the version it had', async () => {
    await press('Recompile');
    await page.getByText(/^package recompiled \(v3, [0-9a-f]{8}…\)$/).waitFor();
    await press('Recompile');
    await page.getByText(/^package unchanged \(v3, [0-9a-f]{8}…\)$/).waitFor();
  });

  it('compares two versions', async () => {
    await page.getByLabel('Compare with').selectOption('v1');
    await page.getByRole('heading', { name: 'v1 → v3' }).waitFor();
    await press('Back to the document');
  });

  it('says how to start a session where none can accept, and names those that can as soon as they are there', async () => {
    const { app, owner } = scene.test;
    const { id } = await theWork();
    await press('Accept into session…');
    await inDialog().getByText('kernel session register AUTH-1 --runtime claude').waitFor();
    const first = await addSession(app, owner, id, 'claude');
    const second = await addSession(app, owner, id, 'claude');
    for (const { sessionId } of [first, second]) {
      const label = inDialog().getByRole('radio', {
        name: new RegExp(`${sessionId.slice(4, 12)}.*${sessionId.slice(-4)}`),
      });
      await label.waitFor();
      expect(await label.locator('xpath=..').innerText()).toMatch(
        /implement · Claude Code · active\s+started just now/,
      );
    }
    await inDialog()
      .getByRole('radio', { name: new RegExp(second.sessionId.slice(-4)) })
      .check();
    await inDialog().getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByText(/^Accepted \(v3, /).waitFor();
    const handoff = await app.prisma.handoff.findFirstOrThrow({ include: { toSession: true } });
    expect(handoff).toMatchObject({ state: 'ACCEPTED', toSession: { id: second.sessionId } });
  });

  it('completes it', async () => {
    await button('Complete…').waitFor();
    expect(await buttonsOfRail()).toEqual(['Complete…', 'Preview the briefing']);
    await press('Complete…');
    await inDialog().getByRole('button', { name: 'Complete', exact: true }).click();
    await page.getByText('Handoff completed').waitFor();
    await button('Complete…').waitFor({ state: 'hidden' });
    expect(await buttonsOfRail()).toEqual(['Preview the briefing']);
  });

  it('links the session to its package and to the session before it', async () => {
    await page.getByRole('list', { name: 'Lineage of this handoff' }).getByRole('link').last().click();
    await page.getByText('briefed from').waitFor();
    await page.getByText('descends from').waitFor();
  });

  it('draws the lineage with the path of the page one came from, each entry a key away', async () => {
    const { app, owner } = scene.test;
    const { toSession } = await app.prisma.handoff.findFirstOrThrow({ include: { toSession: true } });
    const parentSessionId = toSession?.id ?? '';
    const again = { runtime: 'claude', purpose: 'verify again', parentSessionId, idempotencyKey: newKey() };
    await app.services.sessions.registerSession(owner, { workItem: { id: (await theWork()).id }, ...again });
    await page.getByRole('link', { name: 'Lineage', exact: true }).click();
    const origin = page.locator(`#node-${parentSessionId}`);
    await page.getByRole('link', { name: /^verify again/ }).waitFor();
    expect(await origin.getAttribute('aria-current')).toBe('true');
    await origin.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focusedText()).toContain('to Claude Code');
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => focusedText()).toContain('Codex');
    const zoom = () => page.locator('.svelte-flow__viewport').evaluate((one) => new DOMMatrix(one.style.transform).a);
    const before = await zoom();
    await page.keyboard.press('-');
    await expect.poll(zoom).toBeLessThan(before);
    await page.keyboard.press('0');
    const frame = await page.locator('.svelte-flow').boundingBox();
    await expect
      .poll(async () => {
        const boxes = await Promise.all(
          (await page.locator('.svelte-flow__node').all()).map((one) => one.boundingBox()),
        );
        return boxes.every((box) => box !== null && frame !== null && box.x >= frame.x && box.y >= frame.y);
      })
      .toBe(true);
  });

  it('makes one of the sessions of a runtime that follow each other, as the address keeps, and opens it again', async () => {
    await press('Collapse by runtime');
    const run = page.getByRole('button', { name: /^2 sessions of Claude Code/ });
    await run.waitFor();
    expect(await run.getAttribute('aria-current')).toBe('true');
    expect(await page.getByRole('link', { name: /^verify again/ }).count()).toBe(0);
    expect(new URL(page.url()).searchParams.get('collapse')).toBe('runtime');
    await page.reload();
    await run.press('Enter');
    await page.getByRole('link', { name: /^verify again/ }).waitFor();
    await expect.poll(() => focusedText()).toContain('Claude Code');
    await page.getByRole('link', { name: 'Table' }).click();
    await page.getByRole('row', { name: /You came from here/ }).waitFor();
    await press('Fold the 2 sessions');
    await page.getByRole('row', { name: /^2 sessions of Claude Code/ }).waitFor();
    await page.getByRole('link', { name: 'Graph' }).click();
    await run.waitFor();
  });

  it('never complained', () => {
    expect(scene.complaints).toEqual([]);
  });
});
