import { renderEntries } from './entries.ts';
import { renderWith } from './render-document.ts';
import type { DocumentStateV1 } from './state-v1.ts';

const prefixes = {
  rejected_attempts: 'Rejected attempt: ',
  verification: 'Verification: ',
  uncertainties: 'Uncertainty: ',
} as const;

/**
 * The structured state as a document of six sections. What was tried and rejected, verified, or is uncertain goes under
 * Critical Context, each entry saying which it is; each of the four lists there that is empty says so.
 */
export function renderState(state: DocumentStateV1): string {
  const context = [
    renderEntries(state.critical_context),
    labelled(state, 'rejected_attempts'),
    labelled(state, 'verification'),
    labelled(state, 'uncertainties'),
  ];
  const content = {
    goal: state.goal,
    constraints: state.constraints_preferences,
    done: state.progress.done,
    inProgress: state.progress.in_progress,
    pending: state.progress.pending,
    decisions: state.key_decisions,
    nextSteps: state.next_steps,
  };
  return renderWith(content, context.join('\n'));
}

function labelled(state: DocumentStateV1, list: keyof typeof prefixes): string {
  return renderEntries(state[list].map((text) => prefixes[list] + text));
}
