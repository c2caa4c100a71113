import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createHandoff,
  type HandoffStore,
  listHandoffs,
  openHandoffStore,
  readHandoff,
  searchHandoffs,
} from '#daemon/handoff-store/index.ts';
import { renderDocument } from '#schema/documents/handoff-document/render-document.ts';
import type { Benchmark, Report } from '../benchmark.ts';
import { median } from '../compare.ts';
import { fillStore } from './fill-store.ts';

const DOCUMENTS = 10_000;
const SAMPLES = 200;
/** What people know of the tool that keeps such documents with Python and SQLite, at the same number of records. */
const KNOWN_MS = { create: 54, read: 18.6, list: 158 } as const;

export const benchmark: Benchmark = {
  name: 'handoff-store',
  description: `create, read, list and search with ${DOCUMENTS} documents, against the known figures of the Python tool and a bare write and fsync`,
  async run(report) {
    const home = mkdtempSync(join(tmpdir(), 'kernel-bench-'));
    try {
      const workspace = join(home, 'work');
      await mkdir(workspace);
      execFileSync('git', ['init', '--quiet', workspace]);
      const open = () => openHandoffStore({ env: { ...process.env, ...homeOf(home) } });
      await measure(open, workspace, home, report);
    } finally {
      rmSync(home, { recursive: true });
    }
  },
};

const homeOf = (home: string) => ({
  HOME: home,
  XDG_DATA_HOME: join(home, 'data'),
  XDG_STATE_HOME: join(home, 'state'),
});

/** `open` gives the store as a process finds it that has just begun: one that lives on remembers what it has read. */
async function measure(open: () => HandoffStore, workspace: string, home: string, report: Report): Promise<void> {
  const content = document();
  const before = Array.from({ length: DOCUMENTS - SAMPLES }, () => content);
  const refs = await fillStore(open(), workspace, before);
  const store = open();
  const create = () => createHandoff(store, { workspace, name: 'bench.md', content });
  rmSync(join(store.places.state, 'catalogs'), { recursive: true });
  const rebuilt = await timed(1, () => listHandoffs(store, { workspace }));
  report({ name: 'handoff-store list page without a catalog', value: rebuilt, unit: 'ms' });
  const bare = await timed(SAMPLES, async (at) => writeAndSync(join(home, `bare-${at}`), content));
  report({ name: 'handoff-store bare write and fsync', value: bare, unit: 'ms' });
  const createMs = await timed(SAMPLES, create);
  report({ name: 'handoff-store create', ...against(createMs, bare, 'a bare write and fsync of the same bytes') });
  report({ name: 'handoff-store create, known', ...againstKnown(createMs, 'create') });
  await requireTotal(store, workspace);
  const readOne = (at: number) => readHandoff(store, { workspace, ref: refs[(at * 47) % refs.length] ?? '' });
  report({ name: 'handoff-store read', ...againstKnown(await timed(SAMPLES, readOne), 'read') });
  const first = await timed(10, () => requireTotal(open(), workspace));
  report({ name: 'handoff-store first list page of a process', ...againstKnown(first, 'list') });
  const list = await timed(30, () => requireTotal(store, workspace));
  report({ name: 'handoff-store list page', ...againstKnown(list, 'list') });
  const search = await timed(30, () => searchHandoffs(store, { workspace, query: 'not in there' }));
  report({ name: 'handoff-store search page of 256 documents', value: search, unit: 'ms' });
}

async function requireTotal(store: HandoffStore, workspace: string): Promise<void> {
  const { totalCount } = await listHandoffs(store, { workspace });
  if (totalCount !== DOCUMENTS) throw new Error(`The list counts ${String(totalCount)} documents, not ${DOCUMENTS}.`);
}

async function timed(times: number, call: (at: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const start = performance.now();
    await call(at);
    taken.push(performance.now() - start);
  }
  return median(taken);
}

function writeAndSync(path: string, content: string): void {
  const fd = openSync(path, 'wx', 0o600);
  writeSync(fd, content);
  fsyncSync(fd);
  closeSync(fd);
}

const against = (value: number, other: number, what: string) =>
  ({ value, unit: 'ms', ratio: value / other, against: what }) as const;
const againstKnown = (value: number, known: keyof typeof KNOWN_MS) =>
  against(value, KNOWN_MS[known], `the ${KNOWN_MS[known]} ms known of the Python tool`);

function document(): string {
  const entries = Array.from(
    { length: 12 },
    (_, at) => `server/work/part-${at}/change.ts: what was done there, and why`,
  );
  return renderDocument({
    goal: 'Rotate session keys without signing anybody out',
    constraints: entries.slice(0, 4),
    done: entries,
    inProgress: entries.slice(0, 3),
    pending: entries.slice(0, 3),
    decisions: entries.slice(0, 5),
    criticalContext: entries,
    nextSteps: entries.slice(0, 4),
  });
}
