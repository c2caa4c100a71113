/** A line that a session left for the record. */
export interface OfferedLine {
  readonly kind: 'DECISION' | 'BLOCKER';
  readonly text: string;
  readonly source: string;
}

/** The longest line of each kind, in UTF-16 units: what the server takes. */
const MAX_TEXT = { DECISION: 4_000, BLOCKER: 1_000 } as const;

/** `Decision: …` or `Blocker: …` on a line of its own, also as an entry of a list or in bold. */
const LINE = /^\s*(?:[-*+]\s+|\d+[.)]\s+)?(?:\*\*|__)?(Decision|Blocker):(?:\*\*|__)?\s*(\S.*)$/i;

/**
 * The lines of a text that are meant for the record, each once, without those that `before` had already. `sourceOf` names
 * the place of a line, counted from 1. What is too long is left out rather than cut: half a decision is another one.
 */
export function offeredLines(text: string, before: string, sourceOf: (line: number) => string): OfferedLine[] {
  const known = new Set(before.split(/\r?\n/).map((line) => line.trim()));
  const found = new Map<string, OfferedLine>();
  text.split(/\r?\n/).forEach((line, at) => {
    const [, word = '', said = ''] = LINE.exec(line) ?? [];
    if (word === '' || known.has(line.trim())) return;
    const kind = word.toLowerCase() === 'decision' ? 'DECISION' : 'BLOCKER';
    const clean = said.trim().toWellFormed().replaceAll('\0', '\u{fffd}');
    if (clean.length > MAX_TEXT[kind] || found.has(`${kind} ${clean}`)) return;
    found.set(`${kind} ${clean}`, { kind, text: clean, source: sourceOf(at + 1) });
  });
  return [...found.values()];
}
