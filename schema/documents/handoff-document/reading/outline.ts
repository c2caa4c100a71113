import { type ProgressName, progressNames, type SectionName, sectionNames } from '../sections.ts';
import type { DocumentLine } from './document-line.ts';
import { type ScannedLines, scanLines } from './scan-lines.ts';

/** A section or sub-section: the line of its heading, and the lines below it up to the next heading of its kind. */
export interface OutlinePart<Name extends string> {
  readonly name: Name;
  readonly line: number;
  readonly body: readonly DocumentLine[];
}

/** A document cut at its headings, before anything is judged. */
export interface Outline extends ScannedLines {
  /** Lines before the first heading of level 2. */
  readonly preamble: readonly DocumentLine[];
  /** Sections as they stand, a repeated one as often as it stands there. */
  readonly sections: readonly OutlinePart<SectionName>[];
  /** Headings of level 2 that are no section. */
  readonly unknown: readonly DocumentLine[];
  /** Sub-sections of the first Progress. */
  readonly progress: Subsections;
}

/** What stands under Progress. */
export interface Subsections {
  readonly before: readonly DocumentLine[];
  readonly parts: readonly OutlinePart<ProgressName>[];
  readonly unknown: readonly DocumentLine[];
}

/** Cuts a document at its headings. Never throws: any text has an outline. */
export function outlineOf(text: string): Outline {
  const scanned = scanLines(text);
  const cut = cutAt(scanned.lines, 2, sectionNames);
  const progress = cut.parts.find(({ name }) => name === 'Progress');
  return {
    ...scanned,
    preamble: cut.before,
    sections: cut.parts,
    unknown: cut.unknown,
    progress: cutAt(progress?.body ?? [], 3, progressNames),
  };
}

function cutAt<Name extends string>(
  lines: readonly DocumentLine[],
  level: number,
  names: readonly Name[],
): { before: DocumentLine[]; parts: OutlinePart<Name>[]; unknown: DocumentLine[] } {
  const before: DocumentLine[] = [];
  const parts: OutlinePart<Name>[] = [];
  const unknown: DocumentLine[] = [];
  let body = before;
  for (const line of lines) {
    if (line.level !== level) {
      body.push(line);
      continue;
    }
    body = [];
    const name = line.kind === 'heading' ? names.find((known) => known === line.title) : undefined;
    if (name === undefined) unknown.push(line);
    else parts.push({ name, line: line.number, body });
  }
  return { before, parts, unknown };
}
