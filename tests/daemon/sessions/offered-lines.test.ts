import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ClaimedEntry } from '#daemon/launches/launch-entry.ts';
import { LaunchLedger } from '#daemon/launches/ledger.ts';
import { Outbox } from '#daemon/outbox/outbox.ts';
import { keepNotes, offerNotes } from '#daemon/sessions/offer-notes.ts';
import { offeredLines } from '#daemon/sessions/offered-lines.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kernel-notes-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const at = (line: number) => `NOTES.md, line ${line}`;

it('reads the lines that are meant for the record, however the list is written, each once and with its place', () => {
  const text = [
    '# Notes',
    'Decision: Slugs are ASCII.',
    '- **Decision:** One dash a run',
    '2. blocker: no fixtures\r',
    'A decision: not one',
    'Decision: Slugs are ASCII.',
    'Blocker:',
  ].join('\n');
  expect(offeredLines(text, '', at)).toEqual([
    { kind: 'DECISION', text: 'Slugs are ASCII.', source: 'NOTES.md, line 2' },
    { kind: 'DECISION', text: 'One dash a run', source: 'NOTES.md, line 3' },
    { kind: 'BLOCKER', text: 'no fixtures', source: 'NOTES.md, line 4' },
  ]);
  expect(offeredLines(text, 'Decision: Slugs are ASCII.\n', at).map((line) => line.text)).toEqual([
    'One dash a run',
    'no fixtures',
  ]);
  expect(offeredLines(`Decision: ${'x'.repeat(4_001)}`, '', at)).toEqual([]);
});

it('offers only what the server takes, whatever the file holds', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' })), (lines) => {
      for (const { text } of offeredLines(lines.map((line) => `Decision: ${line}`).join('\n'), '', at)) {
        expect(text.trim()).not.toBe('');
        expect(text.isWellFormed() && !text.includes('\0') && text.length <= 4_000).toBe(true);
      }
    }),
    propertyRuns(),
  );
});

async function offered(syncMode: 'METADATA_ONLY' | 'FULL', notes: string, lastWords: string) {
  const ledger = await LaunchLedger.open(join(root, 'launches'));
  const outbox = await Outbox.open(join(root, 'outbox'));
  const begun = await ledger.begin('lch_1', 'cmd_1');
  const session = {
    ...{ sessionId: 'ses_1', workItemId: 'wrk_1', workItemKey: 'A-1', runtime: 'codex' },
    ...{ syncMode, workspace: root, timeoutMs: 1_000, fence: 1 },
  };
  const entry: ClaimedEntry = { ...begun, session };
  writeFileSync(join(root, 'NOTES.md'), 'Decision: an earlier one\n');
  await keepNotes(root, await ledger.attemptFolder(entry), outbox);
  writeFileSync(join(root, 'NOTES.md'), `Decision: an earlier one\n${notes}`);
  await offerNotes({ ledger, outbox, log: pino({ level: 'silent' }) }, entry, lastWords);
  if (outbox.size === 0) return [];
  const waiting = await outbox.next(new AbortController().signal);
  return waiting?.report.kind === 'OFFERS' ? waiting.report.offers : [];
}

it('offers the new lines of the notes, without secrets, and the last message only where the sync mode lets text out', async () => {
  const secret = `ghp_${'a1B2c3D4'.repeat(5).slice(0, 36)}`;
  const found = await offered('FULL', `Decision: use ${secret}\n`, 'Done.\nBlocker: no fixtures');
  expect(found.map(({ text, source }) => [text, source])).toEqual([
    ['use [redacted:github-token]', 'NOTES.md, line 2'],
    ['no fixtures', 'its last message'],
  ]);
});

it('sends no word of the last message under METADATA_ONLY', async () => {
  expect(await offered('METADATA_ONLY', '', 'Blocker: no fixtures')).toEqual([]);
});

it('follows no link out of the workspace', async () => {
  const outside = join(root, 'outside.txt');
  writeFileSync(outside, 'Decision: read from outside\n');
  const folder = mkdtempSync(join(root, 'work'));
  symlinkSync(outside, join(folder, 'NOTES.md'));
  await keepNotes(folder, root, { clean: (text) => text });
  const { readFileSync } = await import('node:fs');
  expect(readFileSync(join(root, 'notes-before'), 'utf8')).toBe('');
});
