/** What each warning of the lint means and what would clear it. The order is the order in which they are reported. */
export const lintCodes = {
  NO_OBJECTIVE: {
    description: 'The package does not say what the destination is asked to do.',
    remedy: 'Compile again with an objective.',
  },
  NO_ACCEPTANCE_CRITERIA: {
    description: 'Nothing says when the work is done.',
    remedy: 'Add acceptance criteria to the work item.',
  },
  NO_SOURCE_SESSION: {
    description: 'No session is named as the one that did the work.',
    remedy: 'Request the handoff from the session that hands over.',
  },
  NO_DECISIONS: {
    description: 'No decision is on record, so the destination may take them all anew.',
    remedy: 'Record what was decided and why.',
  },
  NO_ARTIFACTS: {
    description: 'No artifact is on record, so the destination may make again what exists.',
    remedy: 'Attach what the work has produced.',
  },
  NO_TEST_EVIDENCE: {
    description: 'No artifact and no evidence points at a test or check that was run.',
    remedy: 'Attach the output of the tests, or name it as evidence of a decision.',
  },
  NO_RELEVANT_FILES: {
    description: 'The source session reported no touched files.',
    remedy: 'Report the workspace of the source session.',
  },
  OPEN_CRITICAL_BLOCKER: {
    description: 'A blocker of critical severity is open.',
    remedy: 'Resolve it, or tell the destination what to do about it in the objective.',
  },
  UNMET_CRITERION_WITHOUT_EVIDENCE: {
    description: 'A criterion was recorded as unmet and nothing on record shows why.',
    remedy: 'Record the outcome with evidence, or a decision with evidence that quotes the criterion.',
  },
  DECISION_CITES_SUPERSEDED: {
    description: 'A standing decision refers to one that was superseded.',
    remedy: 'Supersede the decision with one that rests on what still stands.',
  },
  EVIDENCE_IS_NOT_A_URI: {
    description: 'Evidence is named that nobody can open by its name alone.',
    remedy: 'Give a URI, or attach the thing as an artifact.',
  },
  STALE_HEAD: {
    description: 'The workspace of the destination is not where the source was.',
    remedy: 'Fetch and check out what the source had, or tell the destination what to make of the difference.',
  },
  UNCOMMITTED_FILES: {
    description: 'The source had files uncommitted when the package was compiled.',
    remedy: 'Commit and push them, or start the destination in the same folder.',
  },
  INSTRUCTION_LIKE_TEXT: {
    description: 'A text reads as an instruction to an agent, or imitates a heading or note of the briefing.',
    remedy: 'Read it before accepting; amend the record when it does not belong there.',
  },
  HIDDEN_CHARACTERS: {
    description: 'A text holds characters that a reader does not see: controls, direction marks, invisible tags.',
    remedy: 'Read the spelled-out text before accepting; amend the record when they have no reason to be there.',
  },
  SECRET_REPLACED: {
    description: 'A secret stood in this text and was replaced before it was stored.',
    remedy: 'Give it to the destination by another way, such as its environment, when it is needed.',
  },
} as const;

/** The stable name of a warning. */
export type LintCode = keyof typeof lintCodes;
