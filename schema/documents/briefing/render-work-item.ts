import type { Briefing } from './briefing.ts';
import { checkBudget, defaultBudgetBytes } from './budget.ts';
import { composeBriefing } from './compose.ts';
import { keptTexts, type BriefedWork } from './kept-texts.ts';
import { briefingSections } from './sections.ts';

/** What a session without a handoff is briefed from. */
export interface WorkItemToBrief {
  readonly work: BriefedWork;
  readonly constraints: string[];
  readonly acceptance_criteria: string[];
}

/**
 * The briefing of a session that continues no handoff: the work item alone, its title standing in for an objective.
 * Bounds and errors are those of `renderBriefing`.
 */
export function renderWorkItemBriefing(
  { work, constraints, acceptance_criteria }: WorkItemToBrief,
  { budgetBytes = defaultBudgetBytes }: { readonly budgetBytes?: number } = {},
): Briefing {
  const budget = checkBudget(budgetBytes);
  const lists = {
    constraints,
    acceptance_criteria,
    state: { completed: [], unresolved: [] },
    decisions: [],
    artifacts: [],
    blockers: [],
    relevant_files: [],
  };
  return composeBriefing(
    {
      kept: keptTexts(work, { objective: work.title, purpose: null }, budget),
      sections: briefingSections(lists, budget),
      packageNote: '',
    },
    budget,
  );
}
