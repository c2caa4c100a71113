/** The sections a briefing gives up when it does not fit, first to go first. What is not named here is never dropped. */
export const cutOrder = [
  'relevant_files',
  'completed',
  'artifacts',
  'decisions',
  'blockers',
  'unresolved',
  'constraints',
  'acceptance_criteria',
] as const;

/** A section that can be given up. */
export type CuttableSection = (typeof cutOrder)[number];
