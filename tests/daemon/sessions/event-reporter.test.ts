import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClaimedEntry } from '#daemon/launches/launch-entry.ts';
import { Outbox } from '#daemon/outbox/outbox.ts';
import type { SessionEventReport } from '#daemon/outbox/report.ts';
import type { EventReader } from '#daemon/runtimes/runtime-adapter.ts';
import { EventReporter } from '#daemon/sessions/event-reporter.ts';

const TEN_MINUTES = 10 * 60_000;
const entry: ClaimedEntry = {
  ...{ launchId: 'lch_1', commandId: 'cmd_1', claimToken: 'token', phase: 'RUNNING', attempt: 1, readBytes: 0 },
  session: {
    ...{ sessionId: 'ses_1', workItemId: 'wrk_1', workItemKey: 'AUTH-1', runtime: 'scripted' },
    ...{ syncMode: 'METADATA_ONLY', workspace: '/work', timeoutMs: 60_000, fence: 1 },
  },
};
/** Every line is one message that cost one token. */
const reader: EventReader = {
  read: () => [{ kind: 'USAGE', inputTokens: 1 }],
  end: () => ({ reason: 'COMPLETED', detail: null }),
};

let folder: string;
let now: number;
let outbox: Outbox;
let reporter: EventReporter;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kernel-events-'));
  now = 1_000;
  outbox = await Outbox.open(folder);
  reporter = new EventReporter(
    outbox,
    entry,
    async () => undefined,
    () => now,
  );
});
afterEach(() => rmSync(folder, { recursive: true }));

/** All events that were put into the outbox, and took their way out. */
async function reported(): Promise<SessionEventReport[]> {
  const events: SessionEventReport[] = [];
  while (outbox.size > 0) {
    const waiting = await outbox.next(new AbortController().signal);
    if (waiting?.report.kind === 'EVENTS') events.push(...waiting.report.events);
    if (waiting !== undefined) await outbox.remove(waiting);
  }
  return events;
}

it('tells once of a runtime that says nothing for ten minutes, and again after it spoke and fell silent', async () => {
  now += TEN_MINUTES - 1;
  await reporter.flushIfDue(true);
  expect(await reported()).toEqual([]);
  now += 2;
  await reporter.flushIfDue(true);
  await reporter.flushIfDue(true);
  expect(await reported()).toMatchObject([{ kind: 'BLOCKED', durationMs: TEN_MINUTES }]);
  await reporter.take({ text: 'a word', endsAt: 7 }, reader);
  now += TEN_MINUTES + 1;
  await reporter.flushIfDue(true);
  expect((await reported()).map(({ kind }) => kind)).toEqual(['USAGE', 'BLOCKED']);
});

it('tells a flood in sums from a number on, so that no token is lost and the server is not flooded too', async () => {
  const lines = 50_000;
  for (let line = 1; line <= lines; line += 1) await reporter.take({ text: 'x', endsAt: line }, reader);
  await reporter.flushIfDue(true);
  const events = await reported();
  expect(events.length).toBeLessThan(3_000);
  expect(events.reduce((sum, { inputTokens = 0 }) => sum + inputTokens, 0)).toBe(lines);
  expect(events.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(lines);
});
