import { clipToBytes } from '../text/clip-to-bytes.ts';
import { oneLine } from '../text/one-line.ts';
import { renderEntries } from './entries.ts';
import { readDecision } from './package/decision-entry.ts';
import { readExact } from './package/exact-text.ts';
import { labels } from './package/labels.ts';
import { readDocument, type DocumentContent } from './read-document.ts';

/** Longest title that is made of a goal, in bytes of UTF-8. */
const MADE_TITLE_BYTES = 120;

/** What a work item is that somebody opens from a document: its texts, and the records it begins with. */
export interface WorkItemOfDocument {
  /** The document's own, or the beginning of its goal; empty when it has neither. */
  readonly title: string;
  readonly goal: string;
  readonly constraints: readonly string[];
  /** Acceptance criteria that the document names as such, then its next steps; each once. */
  readonly criteria: readonly string[];
  readonly decisions: readonly {
    readonly statement: string;
    readonly rationale: string;
    readonly evidence: string[];
  }[];
  /** Where the work stood, as one text; empty when nothing is said of it. */
  readonly progress: string;
}

/**
 * Reads a document as a work item to be opened. Goal, constraints and decisions are its sections of these names; what is
 * to be done next is what the work will be judged by. Pure; never throws.
 */
export function workItemOfDocument(text: string): WorkItemOfDocument {
  const content = readDocument(text);
  const labelled = (label: string) =>
    content.criticalContext
      .filter((entry) => entry.startsWith(label))
      .map((entry) => readExact(entry.slice(label.length)));
  const goal = readExact(content.goal);
  const [firstLine = ''] = goal.split('\n');
  const [title = content.title ?? clipToBytes(oneLine(firstLine), MADE_TITLE_BYTES)] = labelled(labels.title);
  return {
    title,
    goal,
    constraints: content.constraints.map(readExact),
    criteria: [...new Set([...labelled(labels.criterion), ...content.nextSteps.map(readExact)])],
    decisions: content.decisions.map((entry) => {
      const { statement, rationale, evidence } = readDecision(entry, '');
      return { statement, rationale, evidence };
    }),
    progress: progressOf(content),
  };
}

function progressOf({ done, inProgress, pending }: DocumentContent): string {
  const parts = [
    ['Done', done],
    ['In progress', inProgress],
    ['Pending', pending],
  ] as const;
  return parts
    .filter(([, entries]) => entries.length > 0)
    .map(([name, entries]) => `${name}:\n${renderEntries(entries.map(readExact))}`)
    .join('\n\n');
}
