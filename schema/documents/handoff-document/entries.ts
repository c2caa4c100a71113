import type { DocumentLine } from './reading/document-line.ts';
import { visibleText } from './reading/visible-text.ts';
import { NONE_IDENTIFIED } from './sections.ts';

/** A line that would stand as a heading for a reader who does not see that it is inside an entry. */
const HEADING_LIKE = /^([ \t]*)(\\*#{2,6}(?:[ \t]|$))/;
const ESCAPED_HEADING = /^([ \t]*)\\(\\*#{2,6}(?:[ \t]|$))/;
/** A first line that would make a thematic break of the dash before it (CommonMark 4.1), and of the item nothing. */
const RULE_LIKE = /^(\\*(?:-[ \t]*){2,})$/;
const ESCAPED_RULE = /^\\(\\*(?:-[ \t]*){2,})$/;
const MARKER = /^([ \t]*)([-*+]|\d{1,9}[.)])([ \t]+|$)/;
const NOTHING = /^none identified\.?$/i;

/** Texts as list items; `- None identified.` for none. Further lines of a text are indented below its first. */
export function renderEntries(texts: readonly string[]): string {
  return texts.length === 0 ? `- ${NONE_IDENTIFIED}` : texts.map((text) => renderItem(text, '- ')).join('\n');
}

/** The same, numbered from 1. */
export function renderSteps(texts: readonly string[]): string {
  if (texts.length === 0) return `- ${NONE_IDENTIFIED}`;
  return texts.map((text, at) => renderItem(text, `${at + 1}. `)).join('\n');
}

/** One text as a list item, in which nothing of it can be taken for a heading or a break of the document. */
export function renderItem(text: string, marker: string): string {
  const [first = '', ...rest] = normalEntry(text).split('\n').map(escapeHeading);
  const indent = ' '.repeat(marker.length);
  return [marker + first.replace(RULE_LIKE, '\\$1'), ...rest.map((line) => (line === '' ? '' : indent + line))].join(
    '\n',
  );
}

/**
 * A text as a document can say it: Unix line ends, no blank around it, and nothing on a line of blanks. Two texts with
 * the same normal form are the same entry.
 */
export function normalEntry(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  return lines
    .map((line) => (line.trim() === '' ? '' : line))
    .join('\n')
    .trim();
}

const escapeHeading = (line: string): string => line.replace(HEADING_LIKE, '$1\\$2');
const unescapeHeading = (line: string): string => line.replace(ESCAPED_HEADING, '$1$2');

/** An entry while it is read. `offset` is the column of a list item's text; a paragraph has none. */
interface OpenEntry {
  readonly offset: number | undefined;
  readonly lines: DocumentLine[];
}

/**
 * The entries of a section: its top-level list items, and each paragraph outside of them as an entry of its own, in
 * order and without their markers. `None identified.` is no entry, and neither is a comment alone.
 */
export function readEntries(body: readonly DocumentLine[]): string[] {
  const entries: OpenEntry[] = [];
  let current: OpenEntry | undefined;
  let afterBlank = false;
  for (const line of body) {
    const next: OpenEntry | undefined = belongsTo(current, line, afterBlank) ? current : entryFrom(line);
    if (next !== undefined && next !== current) entries.push(next);
    else next?.lines.push(line);
    current = next;
    afterBlank = line.kind === 'blank';
  }
  return entries
    .filter(isSaid)
    .map(textOf)
    .filter((text) => text !== '' && !NOTHING.test(text));
}

function belongsTo(entry: OpenEntry | undefined, { kind, text }: DocumentLine, afterBlank: boolean): boolean {
  if (entry === undefined) return false;
  if (kind === 'code') return true;
  if (kind === 'blank') return entry.offset !== undefined;
  const indent = indentOf(text);
  if (entry.offset !== undefined && indent >= entry.offset) return true;
  if (entry.offset !== undefined && (afterBlank || kind !== 'text')) return false;
  return !MARKER.test(text) || kind === 'rule';
}

function entryFrom(line: DocumentLine): OpenEntry | undefined {
  if (line.kind === 'blank') return undefined;
  const [whole, before = '', mark = '', gap = ''] = line.kind === 'rule' ? [] : (MARKER.exec(line.text) ?? []);
  if (whole === undefined) return { offset: undefined, lines: [line] };
  const offset = before.length + mark.length + (gap.length >= 1 && gap.length <= 4 ? gap.length : 1);
  return { offset, lines: [{ ...line, text: ' '.repeat(offset) + line.text.slice(whole.length) }] };
}

const isSaid = ({ offset, lines }: OpenEntry): boolean =>
  offset !== undefined || lines.some((line) => visibleText(line) !== '');

function textOf({ offset = 0, lines }: OpenEntry): string {
  const own = lines.map(({ text }) => text.slice(Math.min(offset, indentOf(text))));
  const [first = '', ...rest] = own.map(unescapeHeading);
  return normalEntry([first.replace(ESCAPED_RULE, '$1'), ...rest].join('\n'));
}

const indentOf = (text: string): number => /^[ \t]*/.exec(text)?.[0].length ?? 0;
