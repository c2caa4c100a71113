import type { HandoffPackageV1 } from '../../handoff-package/v1.ts';

/** What an entry of Critical Context begins with that holds a fact of a package. */
export const labels = {
  id: 'Work item: ',
  key: 'Key: ',
  title: 'Title: ',
  taskType: 'Task type: ',
  priority: 'Priority: ',
  state: 'State: ',
  phase: 'Phase: ',
  purpose: 'Purpose: ',
  criterion: 'Acceptance criterion: ',
  artifact: 'Artifact: ',
  blocker: 'Open blocker: ',
  file: 'Relevant file: ',
  evidence: 'Evidence: ',
  runtime: 'Source runtime: ',
  session: 'Source session: ',
  providerSession: 'Source session at its provider: ',
  machine: 'Source machine: ',
  compiled: 'Compiled: ',
  leftOut: 'Left out of the package: ',
} as const;

export type Label = keyof typeof labels;

/** The facts about the source, each of which may be missing. */
export const sourceLabels = [
  ['runtime', 'runtime'],
  ['session_id', 'session'],
  ['provider_session_id', 'providerSession'],
  ['machine', 'machine'],
] as const satisfies readonly (readonly [keyof HandoffPackageV1['source'], Label])[];

/** What an unresolved entry of a package begins with that stands under In Progress. */
export const IN_PROGRESS = 'In progress: ';
