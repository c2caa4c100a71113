import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '#tests/support/cast.ts';
import { handoffScene, type HandoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { launchScene } from '#tests/support/scenes/launch-scene.ts';
import { type WebScene, webScene } from '#tests/support/browser/web-scene.ts';

let scene: WebScene;
let story: HandoffScene;
let page: Page;
beforeAll(async () => {
  scene = await webScene();
  page = await scene.open('/');
});
afterAll(() => scene[Symbol.asyncDispose]());

const group = (name: string) => page.getByRole('region', { name });
const dialog = () => page.getByRole('dialog');

describe('the first page of somebody new', () => {
  it('says that nothing waits, and ticks the first steps as they are done', async () => {
    await page.getByText('Nothing needs you').waitFor();
    const steps = page.getByRole('region', { name: 'First steps' });
    expect(await steps.getByText('to do').count()).toBe(3);
    await launchScene(scene.test);
    await steps.getByRole('listitem').filter({ hasText: 'Start a daemon' }).getByText('done').waitFor();
    story = await handoffScene(scene.test);
    await steps.waitFor({ state: 'hidden' });
  });
});

describe('a handoff that nobody took on', () => {
  it('is cancelled on the page alone, for good, and keeps its package', async () => {
    await story.compile();
    await page.goto(`/handoffs/${story.handoffId}`);
    await page.getByRole('button', { name: 'Cancel handoff…' }).click();
    await dialog().getByRole('button', { name: 'Cancel handoff' }).click();
    await page.getByText('Handoff cancelled').waitFor();
    const rail = page.getByRole('complementary', { name: 'About this package' });
    await rail.getByRole('button', { name: 'Recompile' }).waitFor({ state: 'hidden' });
    await page.getByRole('heading', { name: 'Handoff package for AUTH-1' }).waitFor();
    const headers = { authorization: `Bearer ${scene.test.ownerToken}`, 'idempotency-key': newKey() };
    const route = `${scene.test.url}/api/v1/handoffs/${story.handoffId}/cancel`;
    expect((await fetch(route, { method: 'POST', headers })).status).toBe(404);
  });
});

describe('what sessions leave behind', () => {
  it('is settled in place when nobody can tell whether one runs', async () => {
    await page.goto('/');
    const fleet = await launchScene(scene.test, 'tower');
    const asked = await fleet.request();
    const { fence } = await fleet.claim(asked);
    await fleet.report(asked, fence, { state: 'UNCERTAIN', detail: 'Its ledger does not say.' });
    await group('Sessions that are uncertain').getByRole('button', { name: 'Settle it…' }).click();
    await dialog().getByRole('button', { name: 'Settle it' }).click();
    await page.getByText('Settled: it runs no more').waitFor();
    await group('Sessions that are uncertain').waitFor({ state: 'hidden' });
    expect(await fleet.launch(asked)).toMatchObject({ state: 'ENDED' });
  });

  it('is put on the record in place when it left a line for it', async () => {
    const { sessions } = scene.test.app.services;
    await sessions.offerRecords(story.source.actor, {
      sessionId: story.source.sessionId,
      offers: [{ kind: 'DECISION', text: 'Keep two keys', source: 'NOTES.md, line 3' }],
      idempotencyKey: newKey(),
    });
    await page.getByRole('button', { name: 'Record the decision' }).click();
    await page.getByText('Recorded as a decision').waitFor();
    expect(await scene.test.app.prisma.decision.findFirst()).toMatchObject({ statement: 'Keep two keys' });
  });
});

it('nothing complained', () => {
  expect(scene.complaints).toEqual([]);
});
