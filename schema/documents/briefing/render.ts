import type { HandoffPackageV1 } from '../handoff-package/v1.ts';
import type { Briefing } from './briefing.ts';
import { checkBudget, defaultBudgetBytes } from './budget.ts';
import { composeBriefing } from './compose.ts';
import { keptTexts } from './kept-texts.ts';
import { packageNote } from './notes.ts';
import { briefingSections } from './sections.ts';

/**
 * The plain text a destination runtime is handed for a package, in at most `budgetBytes` UTF-8 bytes (8192 unless
 * said). It is shortened here, in a fixed order and with a note that says so, because a runtime that cuts it itself
 * cuts its end and says nothing. Throws RangeError for a budget under `minimumBudgetBytes`.
 */
export function renderBriefing(
  document: HandoffPackageV1,
  { budgetBytes = defaultBudgetBytes }: { readonly budgetBytes?: number } = {},
): Briefing {
  const budget = checkBudget(budgetBytes);
  return composeBriefing(
    {
      kept: keptTexts(document.work, document.next, budget),
      sections: briefingSections(document, budget),
      packageNote: packageNote(document.truncation),
    },
    budget,
  );
}
