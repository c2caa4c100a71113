import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { signOnDaemon } from '#tests/support/scenes/fleet.ts';
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

describe('what stands still without a word', () => {
  it('is a session that ended without completing, until another is started in place', async () => {
    const fleet = await launchScene(scene.test, 'workbench');
    const asked = await fleet.request();
    const { fence } = await fleet.claim(asked);
    await fleet.report(asked, fence, { state: 'STARTED' });
    await fleet.report(asked, fence, { state: 'ENDED', exitReason: 'CRASHED' });
    const incomplete = group('Sessions that ended without completing');
    const crashed = incomplete.getByRole('listitem').filter({ hasText: 'Its runtime failed' });
    await crashed.getByRole('button', { name: 'Start another…' }).click();
    await dialog().getByLabel('Folder on the machine').fill('/work');
    await dialog().getByRole('button', { name: 'Start session' }).click();
    await page.waitForURL('**/sessions/ses_*');
    await page.goto('/');
    await incomplete.getByText('left no word of how').waitFor();
    expect(await crashed.count()).toBe(0);
  });

  it('is a session gone silent, until it is ended in place', async () => {
    const { app, owner } = scene.test;
    const { sessionId } = await addSession(app, owner, await addWorkItem(app, owner));
    const longAgo = new Date(Date.now() - 7 * 60 * 60_000);
    await app.prisma.event.updateMany({ where: { agentSessionId: sessionId }, data: { occurredAt: longAgo } });
    const then = { registeredAt: longAgo, startedAt: longAgo };
    await app.prisma.agentSession.update({ where: { id: sessionId }, data: then });
    await page.goto('/');
    await group('Sessions gone silent').getByRole('button', { name: 'End it…' }).click();
    await dialog().getByRole('button', { name: 'End session' }).click();
    await group('Sessions gone silent').waitFor({ state: 'hidden' });
    expect((await app.prisma.agentSession.findUniqueOrThrow({ where: { id: sessionId } })).endedAt).not.toBeNull();
  });

  it('is a machine gone quiet with sessions to run, until it is back', async () => {
    const fleet = await launchScene(scene.test, 'attic');
    await fleet.request();
    const { instanceId } = fleet.daemon;
    await scene.test.app.services.fleet.signOffMachine(fleet.machine, { instanceId });
    const quiet = group('Machines gone quiet');
    await quiet.getByRole('link', { name: 'attic: 1 session there' }).waitFor();
    await quiet.getByText('Start the daemon on attic again').waitFor();
    await quiet.getByRole('link', { name: 'Look' }).click();
    await page.getByRole('region', { name: 'attic' }).getByText('offline').waitFor();
    await page.goto('/');
    await quiet.waitFor();
    await signOnDaemon(scene.test.app, fleet.machine);
    await quiet.waitFor({ state: 'hidden' });
  });

  it('is a webhook that was switched off, until it is enabled in place', async () => {
    const { app, owner } = scene.test;
    const told = { name: 'chat', url: 'https://hooks.example.com/kernel', idempotencyKey: newKey() };
    const { webhookId } = await app.services.webhooks.createWebhook(owner, told);
    const off = { state: 'DISABLED', disabledReason: 'GONE', disabledAt: new Date() } as const;
    await app.prisma.webhook.update({ where: { id: webhookId }, data: off });
    await page.goto('/');
    await group('Webhooks switched off').getByRole('button', { name: 'Enable…' }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^\(\d+\) Needs You/);
    await group('Webhooks switched off').getByRole('button', { name: 'Enable…' }).click();
    await dialog().getByRole('button', { name: 'Enable', exact: true }).click();
    await group('Webhooks switched off').waitFor({ state: 'hidden' });
    expect(await app.prisma.webhook.findUniqueOrThrow({ where: { id: webhookId } })).toMatchObject({
      state: 'ENABLED',
    });
  });
});

it('nothing complained', () => {
  expect(scene.complaints).toEqual([]);
});
