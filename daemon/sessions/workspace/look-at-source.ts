import {
  type FreshnessLook,
  freshnessLook,
  MAX_GONE_FILES,
  type SourcePin,
  sourcePin,
} from '#schema/documents/freshness/source-pin.ts';
import type { WorkspaceTree } from './workspace-tree.ts';

/** Most touched paths that are looked for: those that a package can name are the first by code point, a hundred. */
const MAX_LOOKED_FOR = 2_000;

/** A workspace, and the tree of all its files as it was taken. */
export interface Taken {
  readonly tree: WorkspaceTree;
  readonly taken: string;
}

/**
 * Where the repository of a workspace stands. `touched` are the paths its session touched: those that are gone are named, so
 * that nobody misses them. Undefined without a repository or a commit. Throws where git cannot tell.
 */
export async function pinOf({ tree, taken }: Taken, touched: readonly string[]): Promise<SourcePin | undefined> {
  const at = await tree.head();
  return at === undefined
    ? undefined
    : sourcePin.parse({ ...at, ...(await seenOf({ tree, taken }, at.head, touched.slice(0, MAX_LOOKED_FOR))) });
}

/**
 * A workspace held against the pin of a package and the files that package names: the same commit, so many ahead or behind,
 * files gone. Throws where git cannot tell.
 */
export async function lookAgain(
  { tree, taken }: Taken,
  pin: SourcePin,
  named: readonly string[],
): Promise<FreshnessLook> {
  const at = await tree.head();
  const { ahead = null, behind = null } = at === undefined ? {} : ((await tree.distance(pin.head)) ?? {});
  const { head = null, branch = null } = at ?? {};
  return freshnessLook.parse({ head, branch, ahead, behind, ...(await seenOf({ tree, taken }, head, named)) });
}

async function seenOf({ tree, taken }: Taken, head: string | null, paths: readonly string[]) {
  const uncommitted = head === null ? null : (await tree.compare(`${head}^{tree}`, taken)).length;
  const goneFiles = (await tree.missing(taken, paths)).slice(0, MAX_GONE_FILES);
  return { uncommittedFiles: uncommitted, treeHash: taken, goneFiles };
}
