import { utf8Bytes } from '../text/utf8-bytes.ts';
import type { DocumentFault } from './document-fault.ts';
import type { DocumentLine } from './reading/document-line.ts';
import { nearHeading } from './reading/near-heading.ts';
import { type Outline, outlineOf, type OutlinePart } from './reading/outline.ts';
import { visibleText } from './reading/visible-text.ts';
import { documentTemplate, MAX_DOCUMENT_BYTES, progressNames, sectionNames } from './sections.ts';

/** More faults than these tell nobody anything. */
const MAX_FAULTS = 100;

export interface DocumentVerdict {
  readonly isValid: boolean;
  /** In the order of their lines. */
  readonly faults: readonly DocumentFault[];
  /** Sections and sub-sections that are not there by their exact heading, `Progress / Done` for a sub-section. */
  readonly missingSections: readonly string[];
}

/**
 * Judges a handoff document: six sections and three sub-sections under Progress, each once, in order, none empty, and
 * nothing beside them. What stands in code, comments, list items and quotations is no heading. Names every fault with
 * its line and what to write instead. Pure; never throws; linear in the length of the text.
 */
export function validateDocument(text: string): DocumentVerdict {
  if (utf8Bytes(text).length > MAX_DOCUMENT_BYTES) return tooLarge();
  const outline = outlineOf(text);
  const top = judgeParts(outline.lines, outline.sections, sectionNames, '## ', '');
  const hasProgress = outline.sections.some(({ name }) => name === 'Progress');
  const inner = hasProgress
    ? judgeParts(progressLines(outline), outline.progress.parts, progressNames, '### ', 'Progress / ')
    : { faults: [], missing: progressNames.map((name) => `Progress / ${name}`) };
  const faults = [
    ...characterFaults(outline.lines),
    ...fenceFaults(outline),
    ...preambleFaults(outline),
    ...top.faults,
    ...inner.faults,
    ...unknownFaults(outline, [...top.faults, ...inner.faults]),
    ...emptyFaults(outline),
  ].sort((a, b) => a.line - b.line);
  return {
    isValid: faults.length === 0,
    faults: faults.slice(0, MAX_FAULTS),
    missingSections: [...top.missing, ...inner.missing],
  };
}

function tooLarge(): DocumentVerdict {
  const message = `The document is larger than ${MAX_DOCUMENT_BYTES} bytes. Leave out logs and transcripts; say where they lie.`;
  return { isValid: false, faults: [{ code: 'too_large', line: 1, message }], missingSections: [] };
}

function characterFaults(lines: readonly DocumentLine[]): DocumentFault[] {
  const line = lines.find(({ text }) => /[\0\p{Surrogate}]/u.test(text));
  if (line === undefined) return [];
  const message = 'The line holds a NUL character or half of a surrogate pair, which is no text. Remove it.';
  return [{ code: 'invalid_character', line: line.number, message }];
}

function fenceFaults({ unclosedFence }: Outline): DocumentFault[] {
  if (unclosedFence === undefined) return [];
  const message = 'The code block that begins here is never closed, so everything below is code. Close it.';
  return [{ code: 'unclosed_fence', line: unclosedFence, message }];
}

/** A title may stand before the first section; text would belong to none. */
function preambleFaults({ preamble }: Outline): DocumentFault[] {
  const line = preamble.find((found) => found.level !== 1 && visibleText(found) !== '');
  if (line === undefined) return [];
  const message = 'Text before ## Goal belongs to no section. Move it into one; only a # title may stand here.';
  return [{ code: 'text_before_first_section', line: line.number, message }];
}

interface Judged {
  readonly faults: readonly DocumentFault[];
  readonly missing: readonly string[];
}

function judgeParts<Name extends string>(
  lines: readonly DocumentLine[],
  parts: readonly OutlinePart<Name>[],
  names: readonly Name[],
  mark: string,
  prefix: string,
): Judged {
  const missing = names.filter((name) => !parts.some((part) => part.name === name));
  const absent = missing.map((name): DocumentFault => {
    const near = nearHeading(lines, name);
    const section = prefix + name;
    if (near !== undefined) {
      const message = `This is read as no heading of the document, though it looks like one. Write exactly: ${mark}${name}`;
      return { code: 'look_alike_section', line: near.number, section, message };
    }
    const next = parts.find((part) => names.indexOf(part.name) > names.indexOf(name));
    const line = next?.line ?? lines.at(-1)?.number ?? 1;
    const message = `Missing section ${section}. Add the heading ${mark}${name} and, if there is nothing to say, - None identified.`;
    return { code: 'missing_section', line, section, message };
  });
  return { faults: [...absent, ...placeFaults(parts, names, prefix)], missing: missing.map((name) => prefix + name) };
}

function placeFaults<Name extends string>(
  parts: readonly OutlinePart<Name>[],
  names: readonly Name[],
  prefix: string,
): DocumentFault[] {
  const faults: DocumentFault[] = [];
  let highest: OutlinePart<Name> | undefined;
  for (const part of parts) {
    const section = prefix + part.name;
    const first = parts.find(({ name }) => name === part.name);
    if (first !== undefined && first !== part) {
      const message = `${section} stands here for the second time; the first is in line ${first.line}. Put both into one.`;
      faults.push({ code: 'duplicate_section', line: part.line, section, message });
    } else if (highest !== undefined && names.indexOf(part.name) < names.indexOf(highest.name)) {
      const message = `${section} belongs before ${prefix}${highest.name} (line ${highest.line}). The order is: ${names.join(', ')}.`;
      faults.push({ code: 'wrong_order', line: part.line, section, message });
    } else {
      highest = part;
    }
  }
  return faults;
}

/** Headings that are no section, unless they were named as the look-alike of one. */
function unknownFaults({ unknown, progress }: Outline, named: readonly DocumentFault[]): DocumentFault[] {
  const isNamed = ({ number }: DocumentLine) => named.some(({ line }) => line === number);
  const faultOf = (line: DocumentLine, remedy: string): DocumentFault => {
    const cause =
      line.kind === 'underlined'
        ? 'Dashes right under text make it a heading. Put an empty line before them, or leave them out.'
        : remedy;
    return { code: 'unknown_section', line: line.number, message: cause };
  };
  return [
    ...unknown
      .filter((line) => !isNamed(line))
      .map((line) => faultOf(line, `There is no such section. Use ### inside one of: ${sectionNames.join(', ')}.`)),
    ...progress.unknown
      .filter((line) => !isNamed(line))
      .map((line) => faultOf(line, `Progress has only the sub-sections ${progressNames.join(', ')}. Use ####.`)),
  ];
}

function emptyFaults({ sections, progress }: Outline): DocumentFault[] {
  const outside = progress.before.find((line) => visibleText(line) !== '');
  const message = 'Text of Progress stands under ### Done, ### In Progress or ### Pending. Move it there.';
  const faults: DocumentFault[] =
    outside === undefined
      ? []
      : [{ code: 'text_outside_subsection', line: outside.number, section: 'Progress', message }];
  const parts = [
    ...sections.filter(({ name }) => name !== 'Progress'),
    ...progress.parts.map((part) => ({ ...part, name: `Progress / ${part.name}` })),
  ];
  return [...faults, ...parts.flatMap((part) => emptyFault(part))];
}

/** The lines of the template that are to be written over. */
const placeholders = new Set(documentTemplate.split('\n').filter((line) => line.includes('[')));

function emptyFault({ name, line, body }: OutlinePart<string>): DocumentFault[] {
  const shown = body.filter((found) => visibleText(found) !== '');
  const placeholder = shown.find(({ text }) => placeholders.has(text.trim()));
  if (placeholder !== undefined) {
    const message = 'This is the text of the template. Write what is to be said, or - None identified.';
    return [{ code: 'unfilled_placeholder', line: placeholder.number, section: name, message }];
  }
  if (shown.length > 0) return [];
  return [{ code: 'empty_section', line, section: name, message: `${name} is empty. Write - None identified.` }];
}

/** The first Progress with its heading, so that what is missing at its end has a line. */
function progressLines({ lines, sections }: Outline): readonly DocumentLine[] {
  const progress = sections.find(({ name }) => name === 'Progress');
  if (progress === undefined) return [];
  return lines.slice(progress.line - 1, progress.line + progress.body.length);
}
