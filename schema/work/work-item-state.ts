import type { Priority as PriorityName, WorkItemState as State } from '#prisma/generated/client/enums.ts';
import type { WorkItemCommand as Command } from '#server/work/lifecycle.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import { builder } from '../builder.ts';
import { requireActor } from '../actors/require-actor.ts';

const stateDescriptions: Readonly<Record<State, string>> = {
  OPEN: 'Written down; nobody has taken it up since it was created or reopened.',
  IN_PROGRESS: 'Somebody works on it.',
  BLOCKED: 'Taken up, and standing still until something outside it happens.',
  REVIEW: 'Offered as done; somebody looks at it.',
  COMPLETED: 'Closed as done.',
  CANCELLED: 'Closed as not to be done.',
};

const commandDescriptions: Readonly<Record<Command, string>> = {
  START: 'Take it up, or take it up again after a review.',
  BLOCK: 'Say that it stands still.',
  UNBLOCK: 'Say that what stopped it is gone.',
  SUBMIT: 'Offer it for review.',
  COMPLETE: 'Close it as done.',
  CANCEL: 'Close it as not to be done.',
  REOPEN: 'Undo the closing.',
};

export const WorkItemState = builder.enumType('WorkItemState', {
  description: 'Where a work item stands.',
  values: described(stateDescriptions),
});

export const WorkItemCommand = builder.enumType('WorkItemCommand', {
  description: 'What can be done to the state of a work item; each is a mutation.',
  values: described(commandDescriptions),
});

export const Priority = builder.enumType('Priority', {
  description: 'How much a work item presses.',
  values: described({
    LOW: 'When nothing else presses.',
    MEDIUM: 'In its turn.',
    HIGH: 'Before others.',
    URGENT: 'At once.',
  } satisfies Record<PriorityName, string>),
});

type DescribedValues<Name extends string> = {
  readonly [N in Name]: { readonly value: N; readonly description: string };
};

/** Enum values out of a record of descriptions, which the compiler keeps complete. */
function described<Name extends string>(descriptions: Readonly<Record<Name, string>>): DescribedValues<Name> {
  const entries = Object.entries<string>(descriptions).map(([value, description]) => [value, { value, description }]);
  return Object.fromEntries(entries) as DescribedValues<Name>;
}

builder.prismaNode('WorkItemStateChange', {
  id: { field: 'id' },
  nullable: true,
  description: 'One step in the life of a work item.',
  authScopes: { scope: 'work.read' },
  select: { id: true },
  findUnique: (id, ctx) => ({ id, ...reachRecord(requireActor(ctx)) }),
  fields: (t) => ({
    from: t.expose('from', { type: WorkItemState, description: 'The state it left.' }),
    to: t.expose('to', { type: WorkItemState, description: 'The state it entered.' }),
    changedAt: t.expose('changedAt', { type: 'DateTime', description: 'When.' }),
  }),
});
