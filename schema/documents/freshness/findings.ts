import type { FreshnessLook, SourcePin } from './source-pin.ts';
import { oneLine } from '../text/one-line.ts';
import { headOf } from '../text/head-of.ts';

/** What can differ between where the source stood and what its destination finds, in the order in which it is told. */
export const freshnessCodes = {
  NO_COMMIT: 'The destination has no repository there, or none with a commit.',
  UNKNOWN_COMMIT: 'The commit that the source was at is not in the destination’s repository.',
  HEAD_BEHIND: 'The destination lacks commits that the source had.',
  HEAD_AHEAD: 'The destination has commits that the source had not.',
  HEAD_DIVERGED: 'Both have commits that the other has not.',
  OTHER_BRANCH: 'The destination is on another branch.',
  UNCOMMITTED_AT_SOURCE: 'The source had files uncommitted, which do not lie at the destination as they lay there.',
  UNCOMMITTED_HERE: 'The destination has files uncommitted that differ from what the source had.',
  FILES_GONE: 'Files that the package names are not at the destination.',
  SOURCE_WENT_ON: 'The source’s own workspace changed after the package was compiled.',
} as const;

export type FreshnessCode = keyof typeof freshnessCodes;

/** One difference, told for whoever continues there. */
export interface FreshnessFinding {
  readonly code: FreshnessCode;
  readonly message: string;
}

/** Most files that are named, and most of one name that is shown, in UTF-16 units. */
const NAMED_FILES = 5;
const NAME_UNITS = 80;

/** What differs between a pin and a look at another workspace, or at the same one later; nothing where all is the same. */
export function freshnessFindings(pin: SourcePin, look: FreshnessLook): FreshnessFinding[] {
  return [
    ...headFindings(pin, look),
    ...branchFindings(pin, look),
    ...fileFindings(pin, look),
    ...goneFindings(pin, look),
  ];
}

/** What the newest pin of the source session says beside the one that the package was compiled with. */
export function sourceFindings(pin: SourcePin, newest: SourcePin | null): FreshnessFinding[] {
  if (newest === null || isSameState(pin, newest)) return [];
  const moved = newest.head === pin.head ? 'its files changed' : `its HEAD is ${short(newest.head)} by now`;
  return [{ code: 'SOURCE_WENT_ON', message: `The source went on after the package was compiled: ${moved}.` }];
}

const isSameState = (a: SourcePin, b: SourcePin): boolean =>
  a.head === b.head && a.treeHash === b.treeHash && a.uncommittedFiles === b.uncommittedFiles;

function headFindings(pin: SourcePin, { head, ahead, behind }: FreshnessLook): FreshnessFinding[] {
  const at = `the source’s ${short(pin.head)}`;
  if (head === null) {
    return [{ code: 'NO_COMMIT', message: `There is no repository with a commit here to hold against ${at}.` }];
  }
  if (head === pin.head) return [];
  const here = `HEAD here is ${short(head)}`;
  if (ahead === null || behind === null) {
    return [{ code: 'UNKNOWN_COMMIT', message: `${here}, and ${at} is not in this repository: fetch it first.` }];
  }
  if (ahead > 0 && behind > 0) {
    return [
      {
        code: 'HEAD_DIVERGED',
        message: `${here}: ${commits(ahead)} that ${at} lacks, and ${commits(behind)} of it missing.`,
      },
    ];
  }
  return behind > 0
    ? [{ code: 'HEAD_BEHIND', message: `${here}, ${commits(behind)} behind ${at}.` }]
    : [{ code: 'HEAD_AHEAD', message: `${here}, ${commits(ahead)} ahead of ${at}.` }];
}

function branchFindings(pin: SourcePin, { head, branch }: FreshnessLook): FreshnessFinding[] {
  if (head === null || branch === pin.branch) return [];
  const message = `The source was on ${branchWords(pin.branch)}; this is ${branchWords(branch)}.`;
  return [{ code: 'OTHER_BRANCH', message }];
}

/** Uncommitted files count only where the files differ: with one tree there is nothing that either lacks. */
function fileFindings(pin: SourcePin, look: FreshnessLook): FreshnessFinding[] {
  if (pin.treeHash !== null && pin.treeHash === look.treeHash) return [];
  const found: FreshnessFinding[] = [];
  const atSource = pin.uncommittedFiles ?? 0;
  if (atSource > 0) {
    found.push({
      code: 'UNCOMMITTED_AT_SOURCE',
      message: `The source had ${files(atSource)} uncommitted, which may not lie here as they lay there.`,
    });
  }
  const here = look.uncommittedFiles ?? 0;
  if (here > 0) {
    found.push({ code: 'UNCOMMITTED_HERE', message: `${capital(files(here))} here ${be(here)} not committed.` });
  }
  return found;
}

/** What was gone at the source already, because its session removed it, is nothing that anybody misses. */
function goneFindings(pin: SourcePin, look: FreshnessLook): FreshnessFinding[] {
  const removedThere = new Set(pin.goneFiles);
  const goneFiles = look.goneFiles.filter((path) => !removedThere.has(path));
  if (goneFiles.length === 0) return [];
  const named = goneFiles.slice(0, NAMED_FILES).map((path) => JSON.stringify(oneLine(headOf(path, NAME_UNITS))));
  const more = goneFiles.length > named.length ? ` and ${goneFiles.length - named.length} more` : '';
  const message = `${capital(files(goneFiles.length))} that the package names ${be(goneFiles.length)} not here: ${named.join(', ')}${more}.`;
  return [{ code: 'FILES_GONE', message }];
}

const short = (hash: string): string => hash.slice(0, 8);
const commits = (count: number): string => `${count} ${count === 1 ? 'commit' : 'commits'}`;
const files = (count: number): string => `${count} ${count === 1 ? 'file' : 'files'}`;
const be = (count: number): string => (count === 1 ? 'is' : 'are');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const branchWords = (branch: string | null): string =>
  branch === null ? 'no branch' : `branch ${JSON.stringify(headOf(branch, NAME_UNITS))}`;
