/** The six sections of a handoff document, in the order they stand in. */
export const sectionNames = [
  'Goal',
  'Constraints & Preferences',
  'Progress',
  'Key Decisions',
  'Critical Context',
  'Next Steps',
] as const;

/** The three sub-sections of Progress, in the order they stand in. */
export const progressNames = ['Done', 'In Progress', 'Pending'] as const;

export type SectionName = (typeof sectionNames)[number];
export type ProgressName = (typeof progressNames)[number];

/** What a section says that has nothing to say. */
export const NONE_IDENTIFIED = 'None identified.';

/** Most UTF-8 bytes of a document. */
export const MAX_DOCUMENT_BYTES = 2_000_000;

/** The headings with what belongs under them, to be filled in by whoever writes a document. */
export const documentTemplate = `## Goal
[What the user is trying to accomplish]

## Constraints & Preferences
- [Requirements, safety constraints, preferences, or explicitly forbidden actions]

## Progress
### Done
- [Completed work with exact paths, symbols, and evidence]

### In Progress
- [Current work and its precise state]

### Pending
- [Mentioned but not started work]

## Key Decisions
- [Decision]: [Rationale and alternatives rejected, if relevant]

## Critical Context
- [Commands, test output, errors, API contracts, environment facts, and repository state]

## Next Steps
1. [Smallest safe next action]
2. [Verification or follow-up action]
`;
