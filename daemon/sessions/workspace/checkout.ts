import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FreshnessLook, SourcePin } from '#schema/documents/freshness/source-pin.ts';
import { lookAgain, pinOf, type Taken } from './look-at-source.ts';
import { type TouchedFile, WorkspaceTree } from './workspace-tree.ts';

/** What differs in a checkout from where it is compared with, and where its repository stands. */
export interface TouchedCheckout {
  readonly files: readonly TouchedFile[];
  /** Undefined without a repository or a commit: then every file is new. */
  readonly pin: SourcePin | undefined;
}

/** A checkout held against the pin of a package. */
export interface HeldCheckout {
  /** Undefined without a repository or a commit. */
  readonly pin: SourcePin | undefined;
  readonly look: FreshnessLook;
}

/** Thrown for the name of a revision that the repository does not have. */
export class NoRevisionError extends Error {
  override name = 'NoRevisionError';

  constructor(base: string) {
    super(`${JSON.stringify(base)} is no revision there.`);
  }
}

/**
 * What a person's checkout has that `base` (a revision; HEAD by default) has not, told as a daemon tells it of a
 * session's workspace: untracked files too, a rename as both of its paths, ignored files not. Throws where git cannot
 * tell, and NoRevisionError for a `base` that names none.
 */
export const touchedInCheckout = (folder: string, base: string | undefined): Promise<TouchedCheckout> =>
  looking(folder, async ({ tree, taken }) => {
    const files = await tree.compare(await treeToCompare(tree, base), taken);
    return {
      files,
      pin: await pinOf(
        { tree, taken },
        files.map(({ path }) => path),
      ),
    };
  });

/** Holds a checkout against a pin and the files that its package names. Throws where git cannot tell. */
export const holdCheckout = (folder: string, pin: SourcePin, named: readonly string[]): Promise<HeldCheckout> =>
  looking(folder, async (at) => ({ pin: await pinOf(at, []), look: await lookAgain(at, pin, named) }));

/** Whether a folder lies in a repository that has a commit. Throws where git cannot tell. */
export const isCheckout = async (folder: string): Promise<boolean> =>
  (await new WorkspaceTree(folder, tmpdir()).head()) !== undefined;

async function treeToCompare(tree: WorkspaceTree, base: string | undefined): Promise<string> {
  const found = await tree.treeOf(base ?? 'HEAD');
  if (found !== undefined) return found;
  if (base !== undefined) throw new NoRevisionError(base);
  return tree.emptyTree();
}

/** Takes the tree in a folder of its own, which only this user can enter and which goes with the look. */
async function looking<T>(folder: string, look: (taken: Taken) => Promise<T>): Promise<T> {
  const own = await mkdtemp(join(tmpdir(), 'kernel-look-'));
  try {
    const tree = new WorkspaceTree(folder, own);
    return await look({ tree, taken: await tree.take() });
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}
