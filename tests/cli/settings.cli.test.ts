import { afterAll, beforeAll, expect, it } from 'vitest';
import { addMember } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { kernelProcess, type KernelProcess } from '../support/cli/kernel.ts';

let app: TestApp;
let kernel: KernelProcess;

beforeAll(async () => {
  app = await createTestApp();
  kernel = await kernelProcess({ KERNEL_SERVER_URL: app.url, KERNEL_TOKEN: app.ownerToken });
});

afterAll(async () => {
  for (const owned of [kernel, app]) await owned[Symbol.asyncDispose]();
});

it('shows how long events are kept, and lets an owner change it', async () => {
  expect((await kernel.run(['settings'])).out).toContain('events are kept  all of them');
  expect((await kernel.run(['settings', 'retention', '90'])).out).toBe('events are kept: 90 days\n');
  const { settings } = await kernel.json<{ settings: { eventRetentionDays: number | null } }>(['settings']);
  expect(settings.eventRetentionDays).toBe(90);
  expect((await kernel.run(['settings', 'retention', 'all'])).out).toBe('events are kept: all of them\n');
});

it('refuses what is no number of days, and everybody but an owner', async () => {
  for (const days of ['0', 'ninety', '3651']) {
    expect((await kernel.run(['settings', 'retention', days])).code).toBe(2);
  }
  const { secret } = await addMember(app.app, app.owner);
  expect((await kernel.run(['settings', 'retention', '7'], { env: { KERNEL_TOKEN: secret } })).code).toBe(5);
});
