import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
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
import { DOCUMENT_FILE, MANIFEST_FILE, manifestMoment, manifestText } from '#daemon/handoff-store/records/manifest.ts';
import { renderDocument } from '#schema/documents/handoff-document/render-document.ts';
import type { Benchmark, Report } from './benchmark.ts';
import { median } from './compare.ts';

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
      await measure(openHandoffStore({ env: { ...process.env, ...homeOf(home) } }), workspace, home, report);
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

async function measure(store: HandoffStore, workspace: string, home: string, report: Report): Promise<void> {
  const content = document();
  const create = () => createHandoff(store, { workspace, name: 'bench.md', content });
  const { projectId } = await create();
  const refs = await seed(store, projectId, content);
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
  const list = await timed(30, () => requireTotal(store, workspace));
  report({ name: 'handoff-store list page', ...againstKnown(list, 'list') });
  const search = await timed(30, () => searchHandoffs(store, { workspace, query: 'not in there' }));
  report({ name: 'handoff-store search page of 256 documents', value: search, unit: 'ms' });
}

/** Puts records where `createHandoff` would, without its waiting for the disk; returns their references. */
async function seed(store: HandoffStore, projectId: string, content: string): Promise<string[]> {
  const handoffs = join(store.places.data, 'projects', projectId, 'handoffs');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const refs: string[] = [];
  for (let at = 0; at < DOCUMENTS - SAMPLES - 1; at += 1) {
    const handoffId = store.newId();
    const origin = { project_id: projectId, handoff_id: handoffId, kind: 'create' as const };
    const created_at = manifestMoment(new Date(Date.UTC(2026, 0, 1) + at * 60_000));
    const manifest = {
      schema_version: 1 as const,
      handoff_id: handoffId,
      name: 'bench.md',
      created_at,
      sha256,
      origin,
    };
    await mkdir(join(handoffs, handoffId), { mode: 0o700 });
    await writeFile(join(handoffs, handoffId, DOCUMENT_FILE), content, { mode: 0o600 });
    await writeFile(join(handoffs, handoffId, MANIFEST_FILE), manifestText(manifest), { mode: 0o600 });
    refs.push(`handoff://${projectId}/${handoffId}`);
  }
  return refs;
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
