import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Refused } from '#client/api/refused.ts';
import { ServerFault } from '#client/api/server-fault.ts';
import { createDaemonLog } from '#daemon/log.ts';
import { deliverReports } from '#daemon/outbox/deliver-reports.ts';
import { Outbox } from '#daemon/outbox/outbox.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kernel-outbox-'));
});
afterEach(() => rm(folder, { recursive: true }));

const ack = (launchId: string, commandId: string) => ({ kind: 'ACK', launchId, commandId }) as const;

/** Delivers until all is there; `fails` says what the server answers, and holds end when `release` is called. */
async function delivered(outbox: Outbox, fails: (commandId: string) => Error | undefined, expected: number) {
  const ending = new AbortController();
  const taken: string[] = [];
  const holds: (() => void)[] = [];
  const seen = { refused: [] as string[], held: [] as typeof outbox.held };
  await deliverReports({
    ...{ outbox, signal: ending.signal, log: createDaemonLog({ KERNEL_LOG_LEVEL: 'silent' }) },
    async send({ report }) {
      const commandId = report.kind === 'ACK' ? report.commandId : '';
      const failure = fails(commandId);
      if (failure !== undefined) throw failure;
      taken.push(commandId);
      if (holds.length > 0) seen.held = outbox.held;
      if (taken.length + seen.refused.length === expected - 1) for (const end of holds.splice(0)) end();
      if (taken.length + seen.refused.length === expected) ending.abort();
    },
    onRefused: (_report, code) => seen.refused.push(code),
    wait: (ms, signal) =>
      ms < 30_000
        ? Promise.resolve()
        : new Promise((resolve) => {
            holds.push(resolve);
            signal.addEventListener('abort', () => resolve());
          }),
  });
  return { taken, ...seen };
}

it('holds back the launch on whose report the server fails again and again, lets the others by, and loses nothing', async () => {
  const outbox = await Outbox.open(folder);
  for (const [launch, command] of [
    ['lch_a', 'a1'],
    ['lch_a', 'a2'],
    ['lch_b', 'b1'],
    ['lch_c', 'c1'],
  ] as const) {
    await outbox.put(ack(launch, command));
  }
  let faults = 0;
  const fails = (commandId: string) =>
    commandId === 'a1' && faults++ < 5 ? new ServerFault('The server failed.', 'flt_1') : undefined;
  const run = delivered(outbox, fails, 3);
  // The hold ends after b1 and c1; a1 and a2 follow in their order.
  const { taken, held } = await run;
  expect(held).toEqual([{ launchId: 'lch_a', reports: 2, why: expect.stringContaining('flt_1') as string }]);
  expect(taken).toEqual(['b1', 'c1', 'a1']);
  expect(outbox.held).toEqual([]);
  const next = await Outbox.open(folder);
  expect(next.size).toBe(1);
  expect((await delivered(next, () => undefined, 1)).taken).toEqual(['a2']);
});

it('goes on after a report that is refused for good, which is put aside', async () => {
  const outbox = await Outbox.open(folder);
  for (const command of ['a1', 'a2']) await outbox.put(ack('lch_a', command));
  const fails = (commandId: string) => (commandId === 'a1' ? new Refused('VALIDATION', 'No.') : undefined);
  expect(await delivered(outbox, fails, 2)).toMatchObject({ taken: ['a2'], refused: ['VALIDATION'] });
  expect((await Outbox.open(folder)).size).toBe(0);
});
