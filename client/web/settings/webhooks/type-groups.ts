import type { EventType } from '../../../api/graphql/graphql.ts';

interface TypeGroup {
  readonly name: string;
  readonly note: string;
  readonly types: readonly EventType[];
}

/** What a webhook can be told of, in the groups that people choose by. */
export const typeGroups: readonly TypeGroup[] = [
  {
    name: 'Handoffs',
    note: 'requested, compiled, accepted, rejected, completed, cancelled',
    types: [
      'HANDOFF_REQUESTED',
      'HANDOFF_COMPILED',
      'HANDOFF_ACCEPTED',
      'HANDOFF_RECEIPT_RECORDED',
      'HANDOFF_REJECTED',
      'HANDOFF_COMPLETED',
      'HANDOFF_CANCELLED',
    ],
  },
  {
    name: 'Work',
    note: 'created, edited, moved to another state',
    types: ['WORK_ITEM_CREATED', 'WORK_ITEM_UPDATED', 'WORK_ITEM_STATE_CHANGED'],
  },
  {
    name: 'The record',
    note: 'decisions, artifacts, blockers, outcomes',
    types: [
      'DECISION_RECORDED',
      'DECISION_SUPERSEDED',
      'ARTIFACT_ATTACHED',
      'BLOCKER_RAISED',
      'BLOCKER_RESOLVED',
      'OUTCOME_RECORDED',
    ],
  },
  {
    name: 'Sessions',
    note: 'registered, started, ended',
    types: ['SESSION_REGISTERED', 'SESSION_STATUS_CHANGED', 'SESSION_ENDED', 'LAUNCH_STATE_CHANGED'],
  },
];

/** The names of the groups that a webhook hears of whole, and how many single types beside them. */
export function toldOf(types: readonly EventType[]): string {
  if (types.length === 0) return 'everything';
  const whole = typeGroups.filter((group) => group.types.every((type) => types.includes(type)));
  const covered = new Set(whole.flatMap((group) => group.types));
  const single = types.filter((type) => !covered.has(type)).map((type) => type.toLowerCase().replaceAll('_', ' '));
  return [...whole.map(({ name }) => name.toLowerCase()), ...single].join(', ');
}
