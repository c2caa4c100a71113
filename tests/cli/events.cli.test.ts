import { afterAll, beforeAll, expect, it } from 'vitest';
import { addFacts } from '#tests/support/add-facts.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { kernelProcess, type KernelProcess } from './kernel.ts';

let app: TestApp;
let kernel: KernelProcess;
let start: string;

beforeAll(async () => {
  app = await createTestApp();
  kernel = await kernelProcess({ KERNEL_SERVER_URL: app.url, KERNEL_TOKEN: app.ownerToken });
  start = (await app.graphql<{ latestEventCursor: string }>('{ latestEventCursor }')).data?.latestEventCursor ?? '';
  await addFacts(app.app, app.owner, 3);
});

afterAll(async () => {
  for (const owned of [kernel, app]) await owned[Symbol.asyncDispose]();
});

it('lists what happened, newest first', async () => {
  const { events, hasMore } = await kernel.json<{ events: { type: string; data: object[] }[]; hasMore: boolean }>([
    'events',
    '--limit',
    '2',
  ]);
  expect(events.map(({ data }) => data)).toEqual([[{ key: 'number', value: '2' }], [{ key: 'number', value: '1' }]]);
  expect(hasMore).toBe(true);
});

it('follows the log after a cursor, one event a line', async () => {
  const args = ['events', '--follow', '--after', start, '--limit', '3'];
  const asJson = await kernel.run([...args, '--json']);
  const lines = asJson.out.trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { data: { value: string }[] }).data[0]?.value)).toEqual([
    '0',
    '1',
    '2',
  ]);
  const asText = await kernel.run(args);
  expect(asText.out.split('\n')[0]).toMatch(/^\d{4}-.+Z - project_created by member \S.* number=0$/);
  expect([asJson.code, asText.code]).toEqual([0, 0]);
});

it('says what to do about a cursor that the log does not know', async () => {
  const { code, err } = await kernel.run(['events', '--follow', '--after', 'unknown']);
  expect(code).toBe(4);
  expect(err).toContain('latestEventCursor');
});
