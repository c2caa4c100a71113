import type { HandoffPackageV1 } from '../handoff-package/v1.ts';
import { headOf } from '../text/head-of.ts';
import { oneLine } from '../text/one-line.ts';
import { quotedLines } from '../text/quoted-lines.ts';
import type { BriefingSection } from './briefing-parts.ts';
import type { CuttableSection } from './cut-order.ts';

/** The lists of a package that a briefing shows. */
export type BriefedLists = Pick<
  HandoffPackageV1,
  'constraints' | 'acceptance_criteria' | 'decisions' | 'artifacts' | 'blockers' | 'relevant_files'
> & { readonly state: Pick<HandoffPackageV1['state'], 'completed' | 'unresolved'> };

/** The order in which sections are shown. */
export const sectionOrder = [
  'constraints',
  'acceptance_criteria',
  'completed',
  'decisions',
  'artifacts',
  'blockers',
  'unresolved',
  'relevant_files',
] as const satisfies readonly CuttableSection[];

/**
 * The sections of a briefing, whole. Every item begins with `- ` and its further lines with `  | `, so none can pass
 * for a heading or a note. Of a text longer than `budgetBytes` only the start is rendered: still too long to be shown,
 * and rendered in no time.
 */
export function briefingSections(lists: BriefedLists, budgetBytes: number): Record<CuttableSection, BriefingSection> {
  const head = (text: string) => headOf(text, 2 * budgetBytes);
  const item = (text: string) => `${quotedLines(head(text), '- ', '  | ')}\n`;
  const texts = (heading: string, values: readonly string[]) => ({ heading, items: values.map(item) });
  return {
    constraints: texts('Constraints', lists.constraints),
    acceptance_criteria: texts('Acceptance criteria', lists.acceptance_criteria),
    completed: texts('Completed', lists.state.completed),
    decisions: {
      heading: 'Decided',
      items: lists.decisions.map(({ statement, rationale, recorded_at, evidence }) =>
        [
          item(statement),
          rationale === '' ? '' : `${quotedLines(head(rationale), '  | because: ', '  | ')}\n`,
          `  | recorded: ${oneLine(recorded_at)}\n`,
          ...evidence.map((link) => `  | evidence: ${oneLine(head(link))}\n`),
        ].join(''),
      ),
    },
    artifacts: {
      heading: 'Produced',
      items: lists.artifacts.map(
        ({ type, title, version, uri_or_download, sha256 }) =>
          `- ${oneLine(head(title))} (${oneLine(head(type))}, version ${version}): ${oneLine(head(uri_or_download))}` +
          (sha256 === null ? '\n' : `, sha256 ${sha256}\n`),
      ),
    },
    blockers: {
      heading: 'Blocked',
      items: lists.blockers.map(
        ({ id, severity, title }) => `- (${severity}) ${oneLine(head(title))}, ${oneLine(id)}\n`,
      ),
    },
    unresolved: texts('Left open', lists.state.unresolved),
    relevant_files: {
      heading: 'Relevant files',
      items: lists.relevant_files.map((path) => `- ${oneLine(head(path))}\n`),
    },
  };
}
