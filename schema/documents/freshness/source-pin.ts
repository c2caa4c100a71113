import { z } from 'zod';

/** Most paths that a pin or a look names as gone. */
export const MAX_GONE_FILES = 200;

const MAX_COUNT = 2 ** 31 - 1;
const count = z.int().min(0).max(MAX_COUNT);
/** A hash of git, SHA-1 or SHA-256. */
const gitHash = z.string().regex(/^([0-9a-f]{40}|[0-9a-f]{64})$/, 'must be a whole hash of git, in lower-case hex');
/** A name of git, which holds neither spaces nor control characters. */
const branchName = z
  .string()
  .min(1)
  .max(255)
  .refine((name) => !/[\s\p{Cc}]/u.test(name) && name.isWellFormed(), 'must be the name of a branch');
const path = z
  .string()
  .min(1)
  .max(4096)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be a path in well-formed Unicode, without NUL');

const seen = {
  /** Null for a detached HEAD. */
  branch: branchName.nullable(),
  /** Files that differ from HEAD, untracked ones included; null where that could not be told. */
  uncommittedFiles: count.nullable(),
  /** Git's hash of all files as they lie there, committed or not; null where that could not be told. */
  treeHash: gitHash.nullable(),
  /** Of the files the session touched or the package names, those that are not there. */
  goneFiles: z.array(path).max(MAX_GONE_FILES),
};

/**
 * Where the repository stood that a session works in, as its machine saw it. It lies beside the session and beside the
 * package that is compiled from it, never inside: a hash over it would change with every commit.
 */
export const sourcePin = z.strictObject({ head: gitHash, ...seen });

export type SourcePin = z.infer<typeof sourcePin>;

/** What a destination saw in its own workspace, held against a pin. */
export const freshnessLook = z.strictObject({
  /** Null where there is no repository, or no commit in it. */
  head: gitHash.nullable(),
  ...seen,
  /** Commits that HEAD here has and the pinned one lacks, and the other way; both null where that commit is not known. */
  ahead: count.nullable(),
  behind: count.nullable(),
});

export type FreshnessLook = z.infer<typeof freshnessLook>;
