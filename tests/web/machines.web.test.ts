import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdAnswer } from '#tests/support/browser/hold-answer.ts';
import { type WebScene, webScene } from '#tests/support/browser/web-scene.ts';
import { addMachine } from '#tests/support/cast.ts';
import { signOnDaemon } from '#tests/support/scenes/fleet.ts';
import { launchScene } from '#tests/support/scenes/launch-scene.ts';

let scene: WebScene;
let page: Page;
beforeAll(async () => {
  scene = await webScene();
  await launchScene(scene.test);
  page = await scene.open('/machines');
  await page.clock.install();
  await page.reload();
});
afterAll(() => scene[Symbol.asyncDispose]());

describe('a switch on the page of machines', () => {
  const alert = () => page.getByRole('alert');
  const runtime = () =>
    page.getByRole('region', { name: 'Runtimes' }).getByRole('listitem').filter({ hasText: 'Codex' });
  const disable = () => runtime().getByRole('button', { name: 'Disable' }).click();
  it('answers at once, and goes back with the reason when the server refuses', async () => {
    const switched = await holdAnswer(page, 'setRuntimeEnabled');
    await disable();
    await runtime().getByRole('button', { name: 'Enable' }).waitFor();
    switched.answer();
    await alert().getByText('Disabling Codex did not work').waitFor();
    await alert().getByText('Not just now.').waitFor();
    await runtime().getByRole('button', { name: 'Disable' }).waitFor();

    const mode = page.getByRole('region', { name: 'laptop' }).getByLabel(/^Sync mode/);
    const changed = await holdAnswer(page, 'setMachineSyncMode');
    await mode.click();
    await page.getByRole('option', { name: /^full/ }).click();
    await mode.getByText('full').waitFor();
    changed.answer();
    await alert().getByText('Changing the sync mode did not work').waitFor();
    await mode.getByText('metadata only').waitFor();
  });

  it('leaves what was refused in sight while one is at it, long enough to read, and Escape takes it away', async () => {
    const LONG_MS = 60_000;
    const refuse = async () => {
      const { answer } = await holdAnswer(page, 'setRuntimeEnabled');
      await disable();
      answer();
      await alert().getByText('Disabling Codex did not work').waitFor();
    };
    await page.clock.pauseAt(Date.now() + LONG_MS);
    await alert().first().waitFor({ state: 'hidden' });
    await refuse();
    await alert().hover();
    await page.clock.fastForward(LONG_MS);
    expect(await alert().count()).toBe(1);
    await page.mouse.move(4, 4);
    await page.clock.fastForward(LONG_MS);
    await alert().waitFor({ state: 'hidden' });
    await refuse();
    await page.keyboard.press('Escape');
    await alert().waitFor({ state: 'hidden' });
    await page.clock.resume();
  });

  it('tells what to run on a machine as code, and takes nothing of it for markup', async () => {
    const { app, owner } = scene.test;
    const { actor } = await addMachine(app, owner, 'build box');
    const { instanceId } = await signOnDaemon(app, actor);
    const condition = { isInstalled: true, signIn: 'SIGNED_OUT', isUsable: false } as const;
    await app.services.fleet.reportRuntimes(actor, {
      instanceId,
      runtimes: [{ runtime: 'codex', ...condition, problem: 'Run `codex login` there, <b>now</b>.' }],
    });
    const card = page.getByRole('region', { name: 'build box' });
    await card.locator('code').getByText('codex login', { exact: true }).waitFor();
    await card.getByText('there, <b>now</b>.').waitFor();
  });

  it('says of a refusal on a narrow screen above what lies at its lower end, and no more once it was done', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const { answer } = await holdAnswer(page, 'setRuntimeEnabled');
    await disable();
    answer();
    const said = await alert().boundingBox();
    const places = await page.getByRole('navigation', { name: 'Places' }).boundingBox();
    expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(places?.y ?? 0);
    await disable();
    await runtime().getByText('is not enabled in this organisation').waitFor();
    await alert().waitFor({ state: 'hidden' });
    await runtime().getByRole('button', { name: 'Enable' }).click();
    await runtime().getByRole('button', { name: 'Disable' }).waitFor();
  });
});

it('nothing complained', () => {
  expect(scene.complaints).toEqual([]);
});
