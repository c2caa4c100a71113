import { appendFile, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addFacts } from '#tests/support/scenes/add-facts.ts';
import { addMachine, addSession, addWorkItem } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { kernelProcess, type KernelProcess } from '../support/cli/kernel.ts';

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

describe('an export of the log', () => {
  interface Line {
    readonly cursor: string;
    readonly type: string;
    readonly machineId: string | null;
  }
  const linesOf = (text: string) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Line);
  const cursorsOfLog = async () => {
    const { events } = await kernel.json<{ events: Line[] }>(['events', '--limit', '100000']);
    return events.map(({ cursor }) => cursor).reverse();
  };

  it('has one event a line, in the order of the log, over as many pages as it takes', async () => {
    await addFacts(app.app, app.owner, 250);
    const { out, code } = await kernel.run(['events', 'export']);
    expect(code).toBe(0);
    expect(linesOf(out).map(({ cursor }) => cursor)).toEqual(await cursorsOfLog());
  });

  it('is a file for its owner alone, which is replaced whole or not at all', async () => {
    const file = join(kernel.folder, 'log.ndjson');
    await writeFile(file, 'as it was', { mode: 0o644 });
    const refused = await kernel.run(['events', 'export', '--output', file, '--after', 'unknown']);
    expect(refused.code).toBe(2);
    expect(await readFile(file, 'utf8')).toBe('as it was');
    const { exported } = await kernel.json<{ exported: { count: number } }>(['events', 'export', '--output', file]);
    const cursors = linesOf(await readFile(file, 'utf8')).map(({ cursor }) => cursor);
    expect(cursors).toEqual(await cursorsOfLog());
    expect(exported.count).toBe(cursors.length);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await readdir(kernel.folder)).filter((name) => name.startsWith('log.ndjson'))).toEqual(['log.ndjson']);
  });

  it('goes on after its last whole line, however the run before was ended', async () => {
    const file = join(kernel.folder, 'nightly.ndjson');
    const night = ['events', 'export', '--output', file, '--resume'];
    expect((await kernel.run(night)).code).toBe(0);
    await appendFile(file, '{"id":"evt_half');
    await addFacts(app.app, app.owner, 3);
    expect((await kernel.run(night)).out).toBe(`wrote 3 events to ${file}\n`);
    expect((await kernel.run(night)).out).toBe(`wrote 0 events to ${file}\n`);
    expect(linesOf(await readFile(file, 'utf8')).map(({ cursor }) => cursor)).toEqual(await cursorsOfLog());
  });

  it('holds what was asked for: by work item, type, session, machine and time', async () => {
    const workItemId = await addWorkItem(app.app, app.owner, 'LOG');
    const machine = await addMachine(app.app, app.owner, 'build-1');
    const { sessionId } = await addSession(app.app, machine.actor, workItemId);
    const exported = async (...filter: string[]) => linesOf((await kernel.run(['events', 'export', ...filter])).out);
    const onMachine = await exported('--machine', 'build-1');
    expect(onMachine.map(({ type }) => type)).toEqual(['MACHINE_REGISTERED', 'SESSION_REGISTERED', 'TOKEN_CREATED']);
    expect(onMachine.every(({ machineId }) => machineId === machine.actor.id)).toBe(true);
    expect(await exported('--session', sessionId, '--type', 'session.registered')).toEqual([onMachine[1]]);
    expect((await exported('--work', 'LOG-1')).map(({ type }) => type)).toContain('WORK_ITEM_CREATED');
    expect(await exported('--work', 'LOG-1', '--until', '2020-01-01T00:00:00Z')).toEqual([]);
    expect(await exported('--machine', 'build-1', '--since', '2020-01-01T00:00:00Z')).toEqual(onMachine);
  });

  it.each([
    ['--resume goes on with a file', ['--resume']],
    ['leave --after out', ['--resume', '--output', 'x.ndjson', '--after', 'x']],
    ['It must be a moment', ['--since', 'yesterday']],
    ['does not exist in "EventType" enum', ['--type', 'handoff.invented']],
    ['neither the id of a machine', ['--machine', 'nowhere']],
  ])('is refused where it says nothing sensible: %s', async (message, args) => {
    const { code, err } = await kernel.run(['events', 'export', ...args]);
    expect(err).toContain(message);
    expect(code).toBe(2);
  });

  it('does not add to a file that is none', async () => {
    const file = join(kernel.folder, 'other.txt');
    await writeFile(file, 'dear diary\n');
    const { code, err } = await kernel.run(['events', 'export', '--resume', '--output', file]);
    expect([code, err.includes('is no event')]).toEqual([2, true]);
    expect(await readFile(file, 'utf8')).toBe('dear diary\n');
  });
});
