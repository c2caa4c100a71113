import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addWorkItem, newKey } from '#tests/support/cast.ts';
import { launchScene, type LaunchScene, type Requested } from '#tests/support/scenes/launch-scene.ts';
import { type WebScene, webScene } from '#tests/support/browser/web-scene.ts';

let scene: WebScene;
let fleet: LaunchScene;
let workItemId: string;
let page: Page;
beforeAll(async () => {
  scene = await webScene();
  workItemId = await addWorkItem(scene.test.app, scene.test.owner);
  page = await scene.open('/work/AUTH-1');
});
afterAll(() => scene[Symbol.asyncDispose]());

const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
const dialog = () => page.getByRole('dialog');
const hashOf = async (text: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).toString('hex');

describe('a session of a machine, from the page', () => {
  let asked: Requested;

  it('is offered no runtime that no machine serves, with the reason and the way there', async () => {
    await press('Start session…');
    await dialog().getByRole('note', { name: 'No machine can start a session now' }).waitFor();
    fleet = await launchScene(scene.test);
    await dialog()
      .getByLabel(/^Runtime/)
      .getByText('Codex')
      .waitFor();
  });

  it('is started with a folder, and shown at once', async () => {
    await dialog().getByLabel('Folder on the machine').fill('/home/mia/code/auth');
    await dialog().getByRole('button', { name: 'Start session' }).click();
    await page.waitForURL('**/sessions/ses_*');
    await page.getByText('on laptop').waitFor();
    const launch = await scene.test.app.prisma.launch.findFirstOrThrow();
    expect(launch).toMatchObject({ workItemId, workspace: '/home/mia/code/auth', state: 'REQUESTED' });
    asked = { sessionId: launch.agentSessionId, launchId: launch.id };
  });

  it('shows live what it does, what it was briefed with and what it spent', async () => {
    const { app } = scene.test;
    const { fence } = await fleet.claim(asked);
    await fleet.report(asked, fence, { state: 'STARTED' });
    await page.getByRole('main').getByText('active').waitFor();
    const text = 'What it was handed';
    const receipt = { text, sha256: await hashOf(text), cuts: [{ section: 'relevant_files', omitted: 3, kept: 1 }] };
    await app.services.sessions.reportBriefing(fleet.machine, { sessionId: asked.sessionId, ...receipt, clipped: [] });
    const tools = Array.from({ length: 150 }, () => ({ kind: 'TOOL' as const, occurredAt: new Date() }));
    const spent = { kind: 'USAGE', inputTokens: 12_400, outputTokens: 800, costMicroUsd: 2_500_000 } as const;
    await record([...tools, { ...spent, occurredAt: new Date() }]);
    await page.getByRole('region', { name: 'Tokens and cost' }).getByText('$2.50').waitFor();
    await page.getByText('No text here: this session’s sync mode is metadata only.').waitFor();
    await page.getByRole('region', { name: 'Briefing receipt' }).getByText('relevant files −3').waitFor();
    await press('Show what it saw');
    await dialog().getByText(text, { exact: true }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('stays where one reads, says how much is new, and goes back to the end', async () => {
    const entries = page.getByRole('group', { name: 'Entries' });
    await entries.getByText('usage').waitFor();
    await entries.evaluate((list) => list.scrollTo(0, list.scrollHeight / 2));
    await page.getByRole('button', { name: 'To the end' }).waitFor();
    await record([
      { kind: 'MESSAGE', occurredAt: new Date() },
      { kind: 'MESSAGE', occurredAt: new Date() },
    ]);
    await press('2 new');
    await entries.getByText('message').first().waitFor();
  });

  it('holds what is near, and reads the rest again when one comes to it, without moving what is read', async () => {
    const entries = page.getByRole('group', { name: 'Entries' });
    const marked = (count: number) => ({ kind: 'MESSAGE' as const, occurredAt: new Date(), count });
    await record([marked(701)]);
    const many = Array.from({ length: 500 }, () => ({ kind: 'TOOL' as const, occurredAt: new Date() }));
    for (let time = 0; time < 3; time += 1) await record(many);
    await record([marked(702)]);
    await entries.getByText('×702').waitFor();
    await entries.evaluate((list) => list.scrollTo(0, 150 * 34));
    const early = entries.getByText('×701');
    await early.waitFor();
    expect(await entries.getByText('×702').count()).toBe(0);
    const before = await early.boundingBox();
    await record(many);
    await record([marked(703)]);
    await page.getByRole('button', { name: '501 new' }).waitFor();
    expect(await early.boundingBox()).toEqual(before);
    expect(await entries.getByRole('listitem').count()).toBeLessThan(80);
    await press('501 new');
    await entries.getByText('×703').waitFor();
    await entries.evaluate((list) => list.scrollTo(0, 150 * 34));
    await early.waitFor();
    await entries.evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await entries.getByText('×703').waitFor();
  });

  it('narrows the timeline to a lane, which the address keeps', async () => {
    await page.getByRole('group', { name: 'Lane' }).getByRole('button', { name: 'spend' }).click();
    await page.getByRole('heading', { name: 'Timeline 1' }).waitFor();
    expect(new URL(page.url()).searchParams.get('lane')).toBe('spend');
  });

  it('is stopped behind a confirmation, and is offered no second stop', async () => {
    await press('Stop session…');
    await dialog().getByRole('button', { name: 'Stop session' }).click();
    await page.getByText('laptop is told to stop it').waitFor();
    await page.getByText(/^told to stop/).waitFor();
    await page.getByRole('button', { name: 'Stop session…' }).waitFor({ state: 'hidden' });
  });

  it('tells why it ended and what to do', async () => {
    const { fence } = await fleet.launch(asked);
    const why = { exitReason: 'NOT_SIGNED_IN', exitCode: 1, detail: 'codex said: please log in' } as const;
    await fleet.report(asked, fence, { state: 'ENDED', ...why });
    const callout = page.getByRole('note', { name: 'Nobody is signed in to the runtime there' });
    await callout.getByText('codex said: please log in').waitFor();
    await callout.getByText('Sign in to it on the machine').waitFor();
  });

  const record = (events: Parameters<typeof scene.test.app.services.sessions.recordSessionEvents>[1]['events']) =>
    scene.test.app.services.sessions.recordSessionEvents(fleet.machine, {
      sessionId: asked.sessionId,
      events,
      idempotencyKey: newKey(),
    });
});

describe('a launch that nobody can tell about', () => {
  const lose = async (wasActive: boolean) => {
    const asked = await fleet.request();
    const { fence } = await fleet.claim(asked);
    if (wasActive) await fleet.report(asked, fence, { state: 'STARTED' });
    await fleet.report(asked, fence, { state: 'UNCERTAIN', detail: 'Its ledger does not say.' });
    await page.goto(`/sessions/${asked.sessionId}`);
    await page.getByRole('note', { name: 'Nobody can tell whether it runs' }).waitFor();
    await press('Settle it…');
    return asked;
  };

  it('is asked for again when nothing ever ran', async () => {
    const asked = await lose(false);
    await dialog()
      .getByRole('radio', { name: /^Nothing ever ran/ })
      .check();
    await dialog().getByRole('button', { name: 'Settle it' }).click();
    await page.getByText('laptop is asked again').waitFor();
    expect(await fleet.launch(asked)).toMatchObject({ state: 'REQUESTED' });
  });

  it('is not asked for again once it was active, and ends as failed', async () => {
    const asked = await lose(true);
    expect(
      await dialog()
        .getByRole('radio', { name: /^Nothing ever ran/ })
        .isDisabled(),
    ).toBe(true);
    await dialog().getByRole('button', { name: 'Settle it' }).click();
    await page.getByRole('note', { name: 'Its process is gone and left no word of how' }).waitFor();
    expect(await fleet.session(asked)).toMatchObject({ status: 'FAILED', exitReason: 'LOST' });
  });
});

it('a session that ended without completing is called so by its head, its row, and both pictures of its lineage', async () => {
  const asked = await fleet.request();
  const { fence } = await fleet.claim(asked);
  await fleet.report(asked, fence, { state: 'STARTED' });
  await fleet.report(asked, fence, { state: 'ENDED', exitReason: 'COMPLETED', exitCode: 0 });
  const { workItem } = await scene.test.app.prisma.agentSession.findUniqueOrThrow({
    where: { id: asked.sessionId },
    select: { workItem: { select: { key: true } } },
  });
  const main = page.getByRole('main');
  for (const [path, name] of [
    [`/sessions/${asked.sessionId}`, 'Ended without completing'],
    ['/sessions', undefined],
    [`/work/${workItem.key}/lineage?from=${asked.sessionId}`, undefined],
    [`/work/${workItem.key}/lineage?as=table`, undefined],
  ] as const) {
    await page.goto(path);
    if (name !== undefined) await main.getByRole('note', { name }).waitFor();
    await main.getByText('exited without completion', { exact: true }).first().waitFor();
    expect(await main.locator('.badge').getByText('completed', { exact: true }).count(), path).toBe(0);
  }
});

it('nothing complained', () => {
  expect(scene.complaints).toEqual([]);
});
