import type { HandoffPackageV1 } from '../handoff-package/v1.ts';
import { headOf } from '../text/head-of.ts';
import { oneLine } from '../text/one-line.ts';
import { quotedLines } from '../text/quoted-lines.ts';
import type { BriefingParts } from './briefing-parts.ts';

/** What a briefing says of the work itself. */
export type BriefedWork = Pick<HandoffPackageV1['work'], 'key' | 'title' | 'goal' | 'task_type' | 'priority' | 'state'>;

/** What a briefing always says, in its order: the work, the goal, the next objective and, if there is one, why. */
export function keptTexts(
  work: BriefedWork,
  next: { readonly objective: string; readonly purpose: string | null },
  budgetBytes: number,
): BriefingParts['kept'] {
  const head = (text: string) => headOf(text, 2 * budgetBytes);
  const quoted = (text: string) => quotedLines(text.trim() === '' ? '(none recorded)' : head(text), '| ', '| ');
  const facts = `${head(work.key)}: ${head(work.title)} (${head(work.task_type)}, priority ${work.priority}, ${work.state})`;
  const purpose = next.purpose;
  return [
    { name: 'work', before: 'Work item ', text: oneLine(facts) },
    { name: 'goal', before: '\nGoal\n', text: quoted(work.goal) },
    { name: 'objective', before: '\nNext objective\n', text: quoted(next.objective) },
    ...(purpose === null
      ? []
      : [{ name: 'purpose', before: '\nWhy it is handed over\n', text: quoted(purpose) } as const]),
  ];
}
