import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handoffScene, type HandoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { type WebScene, webScene } from '#tests/support/browser/web-scene.ts';
import { addMachine } from '#tests/support/cast.ts';

let scene: WebScene;
let story: HandoffScene;
/** Signed in once in each theme. */
const pages = new Map<string, Page>();

const themes = ['light', 'dark'] as const;
/** Every place of the page, with what shows that it is there. */
const places: Readonly<Record<string, { path: () => string; ready: string }>> = {
  'Needs You': { path: () => '/', ready: 'Packages waiting for a decision' },
  Work: { path: () => '/work', ready: 'Rotate the signing keys' },
  'a work item': { path: () => '/work/AUTH-1', ready: 'Acceptance criteria' },
  decisions: { path: () => '/work/AUTH-1/decisions', ready: 'Two keys at once' },
  artifacts: { path: () => '/work/AUTH-1/artifacts', ready: 'No artifacts yet' },
  blockers: { path: () => '/work/AUTH-1/blockers', ready: 'Staging is down' },
  'sessions of a work item': { path: () => '/work/AUTH-1/sessions', ready: 'implement' },
  'handoffs of a work item': { path: () => '/work/AUTH-1/handoffs', ready: 'to Claude Code' },
  history: { path: () => '/work/AUTH-1/history', ready: 'recorded a decision' },
  lineage: { path: () => '/work/AUTH-1/lineage', ready: 'implement' },
  'lineage from a session': { path: () => `/work/AUTH-1/lineage?from=${story.source.sessionId}`, ready: 'implement' },
  'lineage as a table': { path: () => '/work/AUTH-1/lineage?as=table', ready: 'Comes from' },
  'a package': { path: () => `/handoffs/${story.handoffId}`, ready: 'Handoff package for AUTH-1' },
  'a difference': { path: () => `/handoffs/${story.handoffId}?compare=1`, ready: 'v1 → v2' },
  Sessions: { path: () => '/sessions', ready: 'implement' },
  'a session': { path: () => `/sessions/${story.source.sessionId}`, ready: 'Workspace' },
  Machines: { path: () => '/machines', ready: 'laptop' },
  Settings: { path: () => '/settings', ready: 'This browser may' },
  tokens: { path: () => '/settings/tokens', ready: 'first start' },
  webhooks: { path: () => '/settings/webhooks', ready: 'chat' },
  retention: { path: () => '/settings/retention', ready: 'How long events are kept' },
  members: { path: () => '/settings/members', ready: 'Owner' },
  'no place': { path: () => '/nowhere', ready: 'There is no such place' },
};

beforeAll(async () => {
  scene = await webScene();
  const { test } = scene;
  story = await handoffScene(test);
  await story.decide('Two keys at once');
  await story.compile();
  await story.reject();
  await test.app.services.work.raiseBlocker(test.owner, {
    workItem: { id: story.workItemId },
    title: 'Staging is down',
    detail: '',
    severity: 'HIGH',
    idempotencyKey: crypto.randomUUID(),
  });
  await story.compile();
  await addMachine(test.app, test.owner, 'laptop');
  await test.app.services.webhooks.createWebhook(test.owner, {
    name: 'chat',
    url: 'https://hooks.example.com/kernel',
    idempotencyKey: crypto.randomUUID(),
  });
  for (const colorScheme of themes) pages.set(colorScheme, await scene.open('/', undefined, { colorScheme }));
});
afterAll(() => scene[Symbol.asyncDispose]());

/** What axe finds wrong, each with the elements it means. */
async function flawsOf(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}

describe.each(themes)('in %s colours', (theme) => {
  it.each(Object.keys(places))('%s is there, and axe finds nothing wrong with it', async (name) => {
    const page = pages.get(theme);
    const place = places[name];
    if (page === undefined || place === undefined) throw new Error('the scene was not set');
    await page.goto(place.path());
    await page.getByRole('main').getByText(place.ready).first().waitFor();
    expect(await flawsOf(page)).toEqual([]);
  });

  it('the dialogs hold too', async () => {
    const page = pages.get(theme);
    if (page === undefined) throw new Error('the scene was not set');
    await page.goto(`/handoffs/${story.handoffId}`);
    for (const name of ['Accept into session…', 'Reject…', 'Preview the briefing', 'Cancel handoff…']) {
      await page.getByRole('button', { name }).click();
      await page.getByRole('dialog').waitFor();
      expect(await flawsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    }
  });
});

it('nothing on any page complained', () => {
  expect(scene.complaints).toEqual([]);
});
