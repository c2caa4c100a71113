/** A valid handoff document whose goal and critical context are given. */
export const handoffText = (goal = 'Rotate the signing keys', context = 'npm test: 12 passed'): string => `## Goal
${goal}

## Constraints & Preferences
- No downtime

## Progress
### Done
- server/keys.ts reads two keys

### In Progress
- None identified.

### Pending
- Remove the old key

## Key Decisions
- Keep both keys for a day: clients cache for 12 hours

## Critical Context
- ${context}

## Next Steps
1. Remove the old key from server/keys.ts
`;
