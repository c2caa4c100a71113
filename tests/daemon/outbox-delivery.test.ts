import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { ServerFault } from '#client/api/server-fault.ts';
import { ServerUnreachable } from '#client/api/server-unreachable.ts';
import { deliverReports } from '#daemon/outbox/deliver-reports.ts';
import { Outbox, type Waiting } from '#daemon/outbox/outbox.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

const log = pino({ level: 'silent' });

/** What becomes of one sending: a server that takes a report may still fail to say so. */
type Fate = 'answered' | 'taken, but the answer is lost' | 'unreachable' | 'fault';

/** Takes each report once, by its id, and keeps what each launch was told, in its order. */
class ReportTaker {
  readonly told = new Map<string, string[]>();
  readonly #ids = new Set<string>();

  take({ id, report }: Waiting): void {
    if (this.#ids.has(id)) return;
    this.#ids.add(id);
    const told = this.told.get(report.launchId) ?? [];
    this.told.set(report.launchId, told);
    if (report.kind === 'EVENTS') told.push(...report.events.map(({ summary = '' }) => summary));
    else told.push(report.kind);
  }
}

/** A daemon that puts reports in and sends them at the same time, until it is killed. */
async function startDaemon(folder: string, send: (waiting: Waiting) => Promise<void>) {
  const outbox = await Outbox.open(folder);
  const killed = new AbortController();
  const delivered = deliverReports({
    ...{ outbox, send, log, signal: killed.signal },
    onRefused: (_report, code) => expect.fail(`a report was refused: ${code}`),
    wait: () => Promise.resolve(),
  });
  return { outbox, kill: () => (killed.abort(), delivered) };
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ events: fc.integer({ min: 1, max: 3 }), launchId: fc.constantFrom('a', 'b') }) },
  { weight: 2, arbitrary: fc.record({ startedOf: fc.constantFrom('a', 'b') }) },
  { weight: 1, arbitrary: fc.constant({ isKilled: true }) },
);
const fate = fc.constantFrom<Fate>('answered', 'taken, but the answer is lost', 'unreachable', 'fault', 'fault');

it('what a daemon reports reaches the server once and in its order, whatever becomes of the network and of the daemon', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fc.infiniteStream(fate), async (steps, fates) => {
      const folder = await mkdtemp(join(tmpdir(), 'kernel-outbox-'));
      const server = new ReportTaker();
      const put = new Map<string, string[]>();
      let isMended = false;
      const send = (waiting: Waiting): Promise<void> => {
        const becomes = isMended ? 'answered' : (fates.next().value as Fate);
        if (becomes === 'fault') return Promise.reject(new ServerFault('Unexpected error.'));
        if (becomes === 'unreachable') return Promise.reject(new ServerUnreachable('http://x', new Error('reset'), 1));
        server.take(waiting);
        if (becomes === 'answered') return Promise.resolve();
        return Promise.reject(new ServerUnreachable('http://x', new Error('reset'), 1));
      };
      let daemon = await startDaemon(join(folder, 'outbox'), send);
      const note = (launchId: string, ...told: string[]) => put.set(launchId, [...(put.get(launchId) ?? []), ...told]);
      for (const what of steps) {
        if ('events' in what) {
          const { launchId } = what;
          const already = put.get(launchId)?.length ?? 0;
          const told = Array.from({ length: what.events }, (_, i) => String(already + i));
          note(launchId, ...told);
          const occurredAt = '2026-01-01T00:00:00.000Z';
          const events = told.map((summary) => ({ kind: 'MESSAGE' as const, occurredAt, summary }));
          await daemon.outbox.put({ kind: 'EVENTS', launchId, sessionId: 'ses_1', events, readBytes: already });
        } else if ('startedOf' in what) {
          note(what.startedOf, 'STARTED');
          await daemon.outbox.put({ kind: 'STARTED', launchId: what.startedOf, fence: 1 });
        } else {
          await daemon.kill();
          daemon = await startDaemon(join(folder, 'outbox'), send);
        }
      }
      isMended = true;
      await expect.poll(() => daemon.outbox.size, { interval: 5 }).toBe(0);
      await daemon.kill();
      expect(server.told).toEqual(put);
      await rm(folder, { recursive: true });
    }),
    propertyRuns(40),
  );
});
