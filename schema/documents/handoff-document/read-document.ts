import { normalEntry, readEntries } from './entries.ts';
import type { DocumentLine } from './reading/document-line.ts';
import { outlineOf } from './reading/outline.ts';
import { visibleText } from './reading/visible-text.ts';
import type { ProgressName, SectionName } from './sections.ts';

/** What a document says, section by section. An entry is one list item or one paragraph, without its marker. */
export interface DocumentContent {
  /** The `# title` before the first section. */
  readonly title?: string;
  readonly goal: string;
  readonly constraints: readonly string[];
  readonly done: readonly string[];
  readonly inProgress: readonly string[];
  readonly pending: readonly string[];
  readonly decisions: readonly string[];
  readonly criticalContext: readonly string[];
  readonly nextSteps: readonly string[];
}

/** Reads what a document says. A section that is missing or says nothing is empty; of two alike the first counts. */
export function readDocument(text: string): DocumentContent {
  const { preamble, sections, progress } = outlineOf(text);
  const section = (name: SectionName) => sections.find((part) => part.name === name)?.body ?? [];
  const sub = (name: ProgressName) => readEntries(progress.parts.find((part) => part.name === name)?.body ?? []);
  const title = preamble.find(({ level }) => level === 1)?.title;
  return {
    ...(title === undefined ? {} : { title }),
    goal: readGoal(section('Goal')),
    constraints: readEntries(section('Constraints & Preferences')),
    done: sub('Done'),
    inProgress: sub('In Progress'),
    pending: sub('Pending'),
    decisions: readEntries(section('Key Decisions')),
    criticalContext: readEntries(section('Critical Context')),
    nextSteps: readEntries(section('Next Steps')),
  };
}

/** The goal is one text: a single list item without its marker, or everything there is. */
export function readGoal(body: readonly DocumentLine[]): string {
  const entries = readEntries(body);
  if (entries.length <= 1) return entries[0] ?? '';
  const shown = body.some((line) => visibleText(line) !== '');
  return shown ? normalEntry(body.map(({ text }) => text).join('\n')) : '';
}
