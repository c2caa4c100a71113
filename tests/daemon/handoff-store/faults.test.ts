import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createHandoff,
  listHandoffs,
  listProjects,
  openHandoffStore,
  readHandoff,
  StoreError,
} from '#daemon/handoff-store/index.ts';
import { sampleDocument } from '#tests/unit/schema/documents/handoff-document/sample-document.ts';
import { refusal } from './refusal.ts';
import { everythingIn, storeScene, type StoreScene } from './store-scene.ts';

const MAIN = 'tests/support/mcp/store-process-main.ts';
const NOBODY = 65534;
const TWO_HOURS_MS = 2 * 60 * 60 * 1000;

let scene: StoreScene;
beforeEach(async () => {
  scene = await storeScene();
});
afterEach(() => scene[Symbol.asyncDispose]());

/** Runs a process that stores documents; `onRef` sees each reference as it is printed, and may kill it. */
async function storing(count: number, text: string, onRef?: (count: number, child: ChildProcess) => void) {
  const args = ['--import', 'tsx', MAIN, scene.workspace, String(count), text];
  const child = spawn(process.execPath, args, { env: scene.env, stdio: ['ignore', 'pipe', 'inherit'] });
  const refs: string[] = [];
  createInterface({ input: child.stdout }).on('line', (ref) => {
    refs.push(ref);
    onRef?.(refs.length, child);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { refs, code };
}

async function allRefs(): Promise<string[]> {
  const refs: string[] = [];
  let cursor: string | undefined;
  do {
    const more = cursor === undefined ? {} : { cursor };
    const page = await listHandoffs(scene.store, { workspace: scene.workspace, limit: 100, ...more });
    expect(page.skippedCount).toBe(0);
    refs.push(...page.items.map(({ ref }) => ref));
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return refs;
}

async function projectFolder(): Promise<string> {
  const { projectId } = await listProjects(scene.store, { workspace: scene.workspace });
  return join(scene.home, '.local/share/kernel/projects', projectId ?? '');
}

describe('several processes', () => {
  it('F-26: that store at once, in a workspace nobody knew, share one project and lose nothing', async () => {
    const runs = await Promise.all(['a', 'b', 'c', 'd'].map((text) => storing(15, text)));
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    const stored = runs.flatMap(({ refs }) => refs).sort();
    expect(new Set(stored).size).toBe(60);
    expect((await allRefs()).sort()).toEqual(stored);
    expect((await listProjects(scene.store, { workspace: scene.workspace })).projects).toHaveLength(1);
  });

  it('killed anywhere leave whole documents only, and nothing that a later one does not clear away', async () => {
    const told: string[] = [];
    for (const rounds of [1, 2, 3, 5]) {
      const { refs } = await storing(1000, 'k', (count, child) => {
        if (count === rounds) child.kill('SIGKILL');
      });
      told.push(...refs);
    }
    const found = await allRefs();
    expect(found).toEqual(expect.arrayContaining(told));
    for (const ref of found) {
      expect(await readHandoff(scene.store, { workspace: scene.workspace, ref })).toMatchObject({ isValid: true });
    }
    const later = { ...scene.store, now: () => new Date(Date.now() + TWO_HOURS_MS) };
    await mkdir(join(await projectFolder(), 'staging/new-of-a-killed-one'), { mode: 0o700 });
    await createHandoff(later, { workspace: scene.workspace, name: 'a.md', content: sampleDocument() });
    expect(await readdir(join(await projectFolder(), 'staging'))).toEqual([]);
  });
});

describe('a link swapped in for a record while it is read', () => {
  it('never leads outside: a read gives the record or refuses', async () => {
    const ref = await scene.add('inside');
    const record = join(await projectFolder(), 'handoffs', ref.split('/').at(-1) ?? '');
    const outside = join(scene.home, 'outside');
    await cp(record, outside, { recursive: true });
    await chmod(outside, 0o700);
    const swap = `const fs = require('node:fs'), [record, outside] = process.argv.slice(1);
      for (;;) {
        fs.renameSync(record, record + '.aside'); fs.symlinkSync(outside, record);
        fs.unlinkSync(record); fs.renameSync(record + '.aside', record);
      }`;
    await chmod(join(outside, 'document.md'), 0o644);
    const child = spawn(process.execPath, ['-e', swap, record, outside], { stdio: 'ignore' });
    const seen = { whole: 0, refused: 0 };
    try {
      for (let at = 0; at < 3000 && (seen.whole < 20 || seen.refused < 20); at += 1) {
        const read = readHandoff(scene.store, { workspace: scene.workspace, ref, scope: 'all' });
        const result: unknown = await read.catch((error: unknown) => error);
        // The copy outside has a loose mode: had it been opened, the refusal would name document.md.
        if (result instanceof StoreError) expect(result.message).not.toContain('document.md');
        else expect(result).toMatchObject({ content: sampleDocument('inside') });
        seen[result instanceof StoreError ? 'refused' : 'whole'] += 1;
      }
    } finally {
      const ended = once(child, 'close');
      child.kill('SIGKILL');
      await ended;
    }
    expect(seen.whole).toBeGreaterThan(0);
    expect(seen.refused).toBeGreaterThan(0);
  });
});

describe('a home that may not be written', () => {
  it('is read as before, and refuses to store with a clear word', async () => {
    const ref = await scene.add('x');
    const share = join(scene.home, '.local/share/kernel/projects');
    await asOtherThanRoot(async () => {
      await chmod(join(await projectFolder(), 'staging'), 0o500);
      const before = await everythingIn(share);
      await expect(scene.add('y')).rejects.toEqual(refusal('UNWRITABLE', /staging/));
      expect(await readHandoff(scene.store, { workspace: scene.workspace, ref })).toMatchObject({ ref });
      expect((await listHandoffs(scene.store, { workspace: scene.workspace })).items).toHaveLength(1);
      expect(await everythingIn(share)).toBe(before);
    });
  });

  it('without a store in it stays empty', async () => {
    await asOtherThanRoot(async () => {
      await chmod(scene.home, 0o500);
      await expect(scene.add('x')).rejects.toEqual(refusal('UNWRITABLE'));
      await chmod(scene.home, 0o700);
      expect(await readdir(scene.home)).toEqual(['work']);
    });
  });
});

it.runIf(process.platform === 'linux')('a place where no folder can be made is refused', async () => {
  const store = openHandoffStore({ env: { ...scene.env, XDG_DATA_HOME: '/proc/kernel-none' } });
  const input = { workspace: scene.workspace, name: 'x.md', content: sampleDocument('x') };
  await expect(createHandoff(store, input)).rejects.toEqual(refusal('UNWRITABLE', /kernel-none/));
  expect((await listHandoffs(store, { workspace: scene.workspace })).items).toEqual([]);
});

/** Root may write anywhere: it gives everything to another user and is that user for as long as `act` takes. */
async function asOtherThanRoot(act: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return act();
  const paths = (await readdir(scene.home, { recursive: true })).map((path) => join(scene.home, path));
  for (const path of [scene.home, ...paths]) await chown(path, NOBODY, NOBODY);
  process.seteuid?.(NOBODY);
  try {
    await act();
  } finally {
    process.seteuid?.(0);
  }
}
