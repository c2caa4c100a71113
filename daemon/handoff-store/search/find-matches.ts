import { MAX_MATCHES_OF_A_DOCUMENT, MAX_SNIPPET_BYTES } from '../limits.ts';
import { foldText } from './fold-text.ts';

/** A line that holds what was searched for. */
export interface Match {
  /** From 1. */
  readonly line: number;
  /** The line, cut to 512 bytes around what was found. */
  readonly snippet: string;
}

const ELLIPSIS = '...';
/** Characters kept before the match when a long line is cut. */
const BEFORE = 80;

/** The first 8 lines of a text that hold a literal, folded text. One line is one match. */
export function findMatches(text: string, foldedQuery: string): Match[] {
  const matches: Match[] = [];
  if (!foldText(text).includes(foldedQuery)) return matches;
  const lines = text.split(/\r\n|\n|\r/);
  for (let at = 0; at < lines.length && matches.length < MAX_MATCHES_OF_A_DOCUMENT; at += 1) {
    const line = lines[at] ?? '';
    const found = foldText(line).indexOf(foldedQuery);
    if (found >= 0) matches.push({ line: at + 1, snippet: snippetOf(line, found) });
  }
  return matches;
}

/** Folding may change lengths, so the place is near enough, not exact; the cut never splits a character. */
function snippetOf(line: string, found: number): string {
  if (Buffer.byteLength(line) <= MAX_SNIPPET_BYTES) return line;
  const start = wholeFrom(line, Math.max(0, Math.min(found, line.length) - BEFORE));
  const head = start === 0 ? '' : ELLIPSIS;
  const room = MAX_SNIPPET_BYTES - head.length - ELLIPSIS.length;
  const rest = line.slice(start);
  const { read } = new TextEncoder().encodeInto(rest, new Uint8Array(room));
  return head + rest.slice(0, read) + (read < rest.length ? ELLIPSIS : '');
}

/** The place itself, or one further where it is inside a surrogate pair. */
function wholeFrom(line: string, at: number): number {
  const unit = line.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at;
}
