import { artifactOperations } from './nouns/artifacts.ts';
import { blockerOperations } from './nouns/blockers.ts';
import { decisionOperations } from './nouns/decisions.ts';
import { handoffOperations } from './nouns/handoffs.ts';
import { outcomeOperations } from './nouns/outcomes.ts';
import { sessionOperations } from './nouns/sessions.ts';
import { workOperations } from './nouns/work.ts';
import type { Operation } from './operation.ts';

/** Everything that a script with curl can do. Cancelling a handoff is not among it: that is a person's act, on the page. */
export const operations: readonly Operation[] = [
  ...workOperations,
  ...sessionOperations,
  ...decisionOperations,
  ...artifactOperations,
  ...blockerOperations,
  ...outcomeOperations,
  ...handoffOperations,
];
