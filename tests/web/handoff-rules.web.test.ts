import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type WebScene, webScene } from '#tests/support/browser/web-scene.ts';
import { addMachine, newKey } from '#tests/support/cast.ts';
import { signOnDaemon } from '#tests/support/scenes/fleet.ts';
import { documentText, newDocument } from '#tests/support/scenes/handoff-documents.ts';
import { handoffScene, type HandoffScene } from '#tests/support/scenes/handoff-scene.ts';

let scene: WebScene;
let story: HandoffScene;
let page: Page;
beforeAll(async () => {
  scene = await webScene();
  story = await handoffScene(scene.test);
  await story.decide('Two keys at once');
  await story.compile();
  page = await scene.open(`/handoffs/${story.handoffId}`);
});
afterAll(() => scene[Symbol.asyncDispose]());

const dialog = () => page.getByRole('dialog');
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const openHandOff = async () => {
  await page.goto('/work/AUTH-1');
  await press('Hand off');
};

describe('beside a package', () => {
  it('stands who recorded each statement', async () => {
    await page.getByText('Who recorded what').click();
    const statement = page.getByRole('listitem').filter({ hasText: 'Two keys at once' });
    await statement.getByText(scene.test.owner.name).last().waitFor();
  });

  it('stands whether the code has moved since, live', async () => {
    const freshness = page.getByRole('region', { name: 'Freshness' });
    await freshness.getByText('Where the source stood is not known').waitFor();
    const { sessions, handoffs } = scene.test.app.services;
    const { sessionId } = story.source;
    const pin = {
      ...{ head: 'a'.repeat(40), branch: 'main', uncommittedFiles: 0, treeHash: '1'.repeat(40), goneFiles: [] },
    };
    await sessions.reportSourcePin(scene.test.owner, { sessionId, pin, takenAt: new Date() });
    await story.decide('Keep the old one a week');
    await story.compile();
    await freshness.getByText('No destination has looked yet').waitFor();
    const look = { ...pin, head: 'b'.repeat(40), treeHash: '2'.repeat(40), ahead: 0, behind: 183 };
    const about = { handoffId: story.handoffId, sessionId: (await story.newSession()).sessionId, packageVersion: 2 };
    await handoffs.reportFreshness(scene.test.owner, { ...about, look });
    await freshness.getByText('The code has moved').waitFor();
    await freshness.getByText('183 commits behind').waitFor();
  });

  it('stands, of each difference to another version, the event that made it', async () => {
    await page.getByLabel('Compare with').selectOption('v1');
    const change = page.getByRole('region', { name: 'Difference' }).getByRole('listitem');
    await change.filter({ hasText: 'Keep the old one a week' }).getByText('decision.recorded by').waitFor();
    await press('Back to the document');
  });

  it('stands, in the preview of a small budget, what the briefing gives up, where it would stand', async () => {
    for (const about of ['keys', 'sessions', 'tokens']) await story.decide(`${about}: ${'why it is so. '.repeat(140)}`);
    await story.compile();
    await press('Preview the briefing');
    await dialog().getByRole('heading', { name: 'Briefing of v3' }).waitFor();
    await dialog().getByRole('slider').focus();
    await page.keyboard.press('ArrowLeft');
    await dialog().getByRole('region', { name: 'Given up for this budget' }).getByText('decisions').waitFor();
    const cut = dialog().getByRole('region', { name: /^Given up: Decided/ });
    await cut.getByText('why it is so.').first().waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });
});

describe('K15, turning a package down', () => {
  it('takes one of four reasons, leaves the work as it is, and shows in Needs You until somebody acts on it', async () => {
    const work = () => scene.test.app.prisma.workItem.findUniqueOrThrow({ where: { id: story.workItemId } });
    const before = await work();
    await page.goto(`/handoffs/${story.handoffId}`);
    await press('Reject…');
    await dialog()
      .getByLabel(/^Reason/)
      .click();
    const reasons = page.getByRole('listbox', { name: 'Reason' }).getByRole('option');
    await reasons.first().waitFor();
    const names = (await reasons.allInnerTexts()).map((text) => text.split('\n')[0]);
    expect(names).toEqual(['missing_context', 'wrong_runtime', 'superseded', 'other']);
    await reasons.filter({ hasText: 'wrong_runtime' }).click();
    await dialog().getByRole('button', { name: 'Reject', exact: true }).click();
    await dialog().waitFor({ state: 'hidden' });
    await page.getByRole('complementary').getByText('rejected', { exact: true }).waitFor();
    const handoff = await scene.test.app.prisma.handoff.findUniqueOrThrow({ where: { id: story.handoffId } });
    expect(handoff).toMatchObject({ state: 'REJECTED', rejectReason: 'WRONG_RUNTIME' });
    expect(await work()).toEqual(before);
    await page.goto('/');
    const turnedDown = page.getByRole('region', { name: 'Handoffs turned down' });
    await turnedDown.getByRole('link', { name: 'Amend and recompile' }).waitFor();
    await story.compile();
    await turnedDown.waitFor({ state: 'hidden' });
  });
});

describe('rejecting a package that is no longer on offer', () => {
  it('is refused, says why, and keeps what was written', async () => {
    await story.compile();
    await page.goto(`/handoffs/${story.handoffId}`);
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('rejectHandoff') === true) {
        await story.decide('Ask the auditors');
        await story.compile();
      }
      await route.continue();
    });
    await press('Reject…');
    await dialog().getByLabel('Note').fill('There is no test plan');
    await dialog().getByRole('button', { name: 'Reject', exact: true }).click();
    await page.getByText('Rejecting did not work').waitFor();
    await dialog().getByRole('alert', { name: 'Another package is on offer now' }).waitFor();
    expect(await dialog().getByLabel('Note').inputValue()).toBe('There is no test plan');
    expect(await dialog().getByRole('button', { name: 'Reject', exact: true }).count()).toBe(0);
    await page.unroute('**/graphql');
    const handoff = await scene.test.app.prisma.handoff.findUniqueOrThrow({ where: { id: story.handoffId } });
    expect(handoff).toMatchObject({ state: 'COMPILED' });
  });
});

describe('K25, what a handoff can be meant for', () => {
  it('is a runtime that is enabled and served by a machine that is online and signed in', async () => {
    const { app, owner } = scene.test;
    const { actor } = await addMachine(app, owner, 'laptop');
    const daemon = await signOnDaemon(app, actor);
    const report = (signIn: 'SIGNED_IN' | 'SIGNED_OUT') => {
      const codex = { runtime: 'codex', isInstalled: true, signIn, isUsable: signIn === 'SIGNED_IN' };
      const claude = { runtime: 'claude', isInstalled: true, signIn: 'SIGNED_IN' as const, isUsable: true };
      return app.services.fleet.reportRuntimes(actor, { instanceId: daemon.instanceId, runtimes: [codex, claude] });
    };
    await report('SIGNED_OUT');
    await openHandOff();
    const target = dialog().getByLabel(/^Target runtime/);
    const offered = async () => {
      await target.click();
      const names = await page.getByRole('option').allInnerTexts();
      await page.keyboard.press('Escape');
      return names.map((name) => name.trim());
    };
    await target.getByText('Claude Code').waitFor();
    expect(await offered()).toEqual(['Claude Code']);
    await app.services.fleet.setRuntimeEnabled(owner, { runtime: 'claude', isEnabled: false });
    await dialog().getByRole('note', { name: 'No runtime can take this on now' }).waitFor();
    await report('SIGNED_IN');
    await target.getByText('Codex').waitFor();
    expect(await offered()).toEqual(['Codex']);
  });

  it('is any runtime to the API, whose lists leave the packages out', async () => {
    const headers = {
      authorization: `Bearer ${scene.test.ownerToken}`,
      'content-type': 'application/json',
      'idempotency-key': newKey(),
    };
    const route = `${scene.test.url}/api/v1/work/AUTH-1/handoffs`;
    const body = JSON.stringify({ target_runtime: 'claude', purpose: 'review' });
    expect((await fetch(route, { method: 'POST', headers, body })).status).toBe(201);
    const list = await (await fetch(route, { headers })).text();
    expect(list).toContain(story.handoffId);
    expect(list).not.toContain('kernel_handoff_version');
  });
});

it('shows the documents of a work item, each at an address of its own', async () => {
  const { app, owner } = scene.test;
  await page.goto('/work/AUTH-1');
  const about = { workItem: { id: story.workItemId } };
  await app.services.documents.storeDocument(owner, { ...newDocument(), ...about });
  await page.getByRole('link', { name: /^Documents 1/ }).click();
  await page.getByRole('region', { name: 'Document', exact: true }).getByText('Deploy to staging').waitFor();
  const other = { ...newDocument(documentText({ nextSteps: ['Ask the auditors'] })), name: '2026-11-30-audit.md' };
  await app.services.documents.storeDocument(owner, { ...other, ...about });
  await page.getByRole('list', { name: 'Documents' }).getByRole('link', { name: other.name }).click();
  await page.getByRole('region', { name: 'Document', exact: true }).getByText('Ask the auditors').waitFor();
  expect(new URL(page.url()).searchParams.get('doc')).toMatch(/^doc_/);
});

it('nothing complained', () => {
  expect(scene.complaints).toEqual([]);
});
