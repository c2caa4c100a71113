import { BASE64, runEnd } from './alphabet.ts';
import type { Step } from './step.ts';

/** Characters between two lines of a key: breaks, also escaped ones, indentation, quotation and concatenation. */
const GAP = /[\s\\nrt"'+>|#*.,;]/;
/** Most characters of a gap. */
const MAX_GAP = 32;
/** A run of base64 this long is a line of the key, whatever stands around it. */
const FULL_LINE = 40;
/** Where a full line meets the end of the text at hand. */
const REST_OF_LINE = { kind: 'key-line' } as const;
/** How far the rules of one line look ahead. */
const AHEAD = 200;
const END = /-{4,5} ?END [A-Z0-9 ]{0,60}-{4,5}/y;
const HEADER = /(?:Proc-Type|DEK-Info|Comment|Version|Subject|Hash|Charset|X-[\w-]{1,20}): ?/y;
/** A line break or what else ends a short line. */
const LINE_END = /[\s\\"'`]|-{4,5} ?END /y;

/**
 * The end of a private key whose first line was met: its END line, or, where that is missing, the last line that could
 * be part of it. A short line belongs to it when nothing else stands on that line.
 */
export function privateKeyEnd(text: string, at: number, final: boolean): Step {
  let end = at;
  for (;;) {
    if (!final && text.length - end < AHEAD) return { at: end, done: false };
    const line = gapEnd(text, end);
    const closing = matchEnd(END, text, line);
    if (closing !== -1) return { at: closing, done: true };
    const next = lineOfKey(text, line, end);
    if (next === -1) return { at: end, done: true };
    if (next === text.length) return final ? { at: next, done: true } : { at: next, done: true, next: REST_OF_LINE };
    end = next;
  }
}

/** The end of a full line of a key that the text so far ended in: what is left of it may be as short as it likes. */
export function keyLineEnd(text: string, at: number, final: boolean): Step {
  const end = runEnd(text, at, BASE64);
  return end === text.length ? { at: end, done: final } : { at: end, done: true, next: { kind: 'private-key' } };
}

/** The end of the key's line at `at`; -1 for a line that is none of its own. */
function lineOfKey(text: string, at: number, gapFrom: number): number {
  if (at === text.length) return -1;
  const header = matchEnd(HEADER, text, at);
  if (header !== -1) {
    const end = text.slice(header, header + AHEAD / 2).search(/\n|\\n|"/);
    return end === -1 ? -1 : header + end;
  }
  const run = runEnd(text, at, BASE64, at + FULL_LINE);
  if (run - at >= FULL_LINE) return runEnd(text, run, BASE64);
  const isBroken = /\n|\\n/.test(text.slice(gapFrom, at));
  const endsLine = run === text.length || matchEnd(LINE_END, text, run) !== -1;
  const isWhole = endsLine && text[run] !== ' ' && text[run] !== '\t';
  return run > at && isBroken && isWhole ? run : -1;
}

/** A letter of an escape counts only behind its backslash. */
function gapEnd(text: string, at: number): number {
  const limit = Math.min(text.length, at + MAX_GAP);
  let end = at;
  while (end < limit && GAP.test(text[end]!)) {
    if (/[nrt]/.test(text[end]!) && text[end - 1] !== '\\') break;
    if (text[end] === '+' && /[A-Za-z0-9/]/.test(text[end + 1] ?? '')) break;
    end += 1;
  }
  return end;
}

function matchEnd(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}
