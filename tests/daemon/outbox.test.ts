import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Outbox } from '#daemon/outbox/outbox.ts';
import type { Report } from '#daemon/outbox/report.ts';

let folder: string;
beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'kernel-outbox-')), 'outbox');
});
afterEach(() => rm(join(folder, '..'), { recursive: true }));

const live = new AbortController().signal;
const started = (launchId: string): Report => ({ kind: 'STARTED', launchId, fence: 1 });
const events = (launchId: string, readBytes: number, count = 1): Report => ({
  kind: 'EVENTS',
  ...{ launchId, sessionId: 'ses_1', readBytes },
  events: Array.from({ length: count }, () => ({ kind: 'TOOL', occurredAt: '2026-01-01T00:00:00.000Z' }) as const),
});

/** What leaves, in its order, as a server that takes everything gets it. */
async function drain(outbox: Outbox): Promise<Report[]> {
  const left: Report[] = [];
  while (outbox.size > 0) {
    const next = await outbox.next(live);
    if (next === undefined) break;
    left.push(next.report);
    await outbox.remove(next);
  }
  return left;
}

describe('reports that wait', () => {
  it('leave in their order, also after the daemon was killed', async () => {
    const first = await Outbox.open(folder);
    for (const launchId of ['lch_1', 'lch_2', 'lch_3']) await first.put(started(launchId));
    expect((await drain(await Outbox.open(folder))).map(({ launchId }) => launchId)).toEqual([
      'lch_1',
      'lch_2',
      'lch_3',
    ]);
    expect((await Outbox.open(folder)).size).toBe(0);
  });

  it('F-97a: of many writers at once are all kept, each once', async () => {
    const outbox = await Outbox.open(folder);
    const launches = Array.from({ length: 40 }, (_, i) => `lch_${i}`);
    await Promise.all(launches.map((launchId) => outbox.put(started(launchId))));
    const found = await drain(await Outbox.open(folder));
    expect(found.map(({ launchId }) => launchId).sort()).toEqual([...launches].sort());
  });

  it('join events of the same session that wait before them, and none that was given out', async () => {
    const outbox = await Outbox.open(folder);
    await outbox.put(events('lch_1', 10));
    await outbox.put(events('lch_2', 10));
    await outbox.put(events('lch_1', 20, 2));
    const given = await outbox.next(live);
    expect(given?.report).toMatchObject({ launchId: 'lch_1', readBytes: 20 });
    await outbox.put(events('lch_1', 30));
    const shape = (await drain(await Outbox.open(folder))).map((report) => [
      report.launchId,
      report.kind === 'EVENTS' ? report.events.length : 0,
    ]);
    expect(shape).toEqual([
      ['lch_1', 3],
      ['lch_2', 1],
      ['lch_1', 1],
    ]);
  });

  it('join nothing that lay there when the daemon began: the server may have it as it is', async () => {
    await (await Outbox.open(folder)).put(events('lch_1', 10));
    const next = await Outbox.open(folder);
    await next.put(events('lch_1', 20));
    expect(next.size).toBe(2);
  });

  it('tell the end of a session under one key, however often a daemon that was killed says it', async () => {
    const end = {
      kind: 'ENDED',
      launchId: 'lch_1',
      fence: 2,
      exitReason: 'CRASHED',
      exitCode: 1,
      detail: null,
    } as const;
    const outbox = await Outbox.open(folder);
    await outbox.put(end);
    const { id } = (await outbox.next(live)) ?? {};
    const again = await Outbox.open(folder);
    await again.put(end);
    expect((await again.next(live))?.id).toBe(id);
  });
});

describe('a disk that fails', () => {
  it('keeps what could not be written from leaving, and what waited before it whole', async () => {
    const outbox = await Outbox.open(folder);
    await outbox.put(events('lch_1', 10));
    await rm(folder, { recursive: true });
    await writeFile(folder, 'no folder any more');
    await expect(outbox.put(events('lch_1', 20))).rejects.toThrow();
    expect(outbox.readBytesOf('lch_1')).toBe(10);
    expect(outbox.size).toBe(1);
    await rm(folder);
    await outbox.put(events('lch_1', 20));
    expect(outbox.readBytesOf('lch_1')).toBe(20);
  });

  it('and left half a report is said to have: it is put aside, and the others leave', async () => {
    const outbox = await Outbox.open(folder);
    await outbox.put(started('lch_1'));
    await outbox.put(started('lch_2'));
    await writeFile(join(folder, '000000000001.json'), '{"id":');
    const next = await Outbox.open(folder);
    expect((await drain(next)).map(({ launchId }) => launchId)).toEqual(['lch_2']);
    expect(await readdir(join(folder, 'refused'))).toEqual(['000000000001.json']);
  });
});
