import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LaunchLedger } from '#daemon/launches/ledger.ts';

let root: string;
let ledger: LaunchLedger;
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'kernel-ledger-'));
  ledger = await LaunchLedger.open(root);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const named = (turn: number) => `lch_${String(turn).padStart(3, '0')}`;

/** Begins and ends a launch that said something; the server lacks something of those of `untold`. */
async function endOne(turn: number, untold: readonly string[] = []): Promise<string> {
  const entry = await ledger.begin(named(turn), `cmd_${turn}`);
  writeFileSync(join(await ledger.attemptFolder(entry), 'stdout'), 'what it said');
  await ledger.write({ ...entry, phase: 'ENDED' });
  await ledger.tidy(entry.launchId, { holds: (launchId) => untold.includes(launchId) });
  return entry.launchId;
}

it('forgets a launch with its output once twenty have ended after it, not only when the daemon starts again', async () => {
  const first = await endOne(0);
  for (let turn = 1; turn < 20; turn += 1) await endOne(turn);
  expect(existsSync(join(root, first, 'attempt-1', 'stdout'))).toBe(true);
  await endOne(20);
  expect(existsSync(join(root, first))).toBe(false);
  expect(ledger.find(first)).toBeUndefined();
});

it('forgets none that the server would ask for again', async () => {
  const untold = await endOne(0);
  for (let turn = 1; turn < 25; turn += 1) await endOne(turn, [untold]);
  expect(ledger.find(untold)).toMatchObject({ phase: 'ENDED' });
  expect(ledger.find(named(1))).toBeUndefined();
  await endOne(25);
  expect(ledger.find(untold)).toBeUndefined();
});

it('keeps nothing of the workspace once the session has ended', async () => {
  const first = await ledger.begin('lch_001', 'cmd_1');
  const second = { ...first, attempt: 2 };
  const folders = [await ledger.attemptFolder(first), await ledger.attemptFolder(second)];
  for (const folder of folders) {
    mkdirSync(join(folder, 'git', 'objects'), { recursive: true });
    writeFileSync(join(folder, 'git', 'objects', 'ab'), 'contents of a file');
    writeFileSync(join(folder, 'notes-before'), 'Decision: one');
  }
  await ledger.tidy(second.launchId, { holds: () => true });
  for (const folder of folders) expect(readdirSync(folder)).toEqual([]);
});
