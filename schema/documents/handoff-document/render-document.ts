import { normalEntry, renderEntries, renderItem, renderSteps } from './entries.ts';
import { readGoal, type DocumentContent } from './read-document.ts';
import { scanLines } from './reading/scan-lines.ts';
import { NONE_IDENTIFIED } from './sections.ts';

/**
 * Writes a document that `validateDocument` accepts and `readDocument` reads back, texts in their normal form
 * (`normalEntry`). Whatever a text holds, it stays inside its own entry: no heading, fence or comment of it begins or
 * hides a section.
 */
export function renderDocument(content: DocumentContent): string {
  return renderWith(content, renderEntries(content.criticalContext));
}

/** The same, with the entries of Critical Context already written. */
export function renderWith(content: Omit<DocumentContent, 'criticalContext'>, criticalContext: string): string {
  const parts = [
    ...(content.title === undefined ? [] : [`# ${normalEntry(content.title).replaceAll('\n', ' ')}`]),
    `## Goal\n${renderGoal(content.goal)}`,
    `## Constraints & Preferences\n${renderEntries(content.constraints)}`,
    `## Progress\n### Done\n${renderEntries(content.done)}`,
    `### In Progress\n${renderEntries(content.inProgress)}`,
    `### Pending\n${renderEntries(content.pending)}`,
    `## Key Decisions\n${renderEntries(content.decisions)}`,
    `## Critical Context\n${criticalContext}`,
    `## Next Steps\n${renderSteps(content.nextSteps)}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

/** As it is where it is plain prose, else as one list item, which holds anything. */
function renderGoal(goal: string): string {
  const text = normalEntry(goal);
  if (text === '') return `- ${NONE_IDENTIFIED}`;
  const { lines } = scanLines(text);
  const isProse = lines.every(({ kind }) => kind === 'text' || kind === 'blank') && readGoal(lines) === text;
  return isProse ? text : renderItem(text, '- ');
}
