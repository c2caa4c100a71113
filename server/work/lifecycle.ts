import type { WorkItemState } from '#prisma/generated/client/client.ts';
import { InvalidTransitionError } from '#server/errors.ts';

/** What can be done to the state of a work item. SPEC.md says what each one means. */
export const workItemCommands = ['START', 'BLOCK', 'UNBLOCK', 'SUBMIT', 'COMPLETE', 'CANCEL', 'REOPEN'] as const;

export type WorkItemCommand = (typeof workItemCommands)[number];

/**
 * State × command → the state that follows, or null where the command is refused. Every cell is written out, so that the
 * compiler asks for the missing ones when a state or a command is added.
 */
export const workItemTransitions: Readonly<
  Record<WorkItemState, Readonly<Record<WorkItemCommand, WorkItemState | null>>>
> = {
  OPEN: {
    START: 'IN_PROGRESS',
    BLOCK: null,
    UNBLOCK: null,
    SUBMIT: null,
    COMPLETE: null,
    CANCEL: 'CANCELLED',
    REOPEN: null,
  },
  IN_PROGRESS: {
    START: null,
    BLOCK: 'BLOCKED',
    UNBLOCK: null,
    SUBMIT: 'REVIEW',
    COMPLETE: 'COMPLETED',
    CANCEL: 'CANCELLED',
    REOPEN: null,
  },
  BLOCKED: {
    START: null,
    BLOCK: null,
    UNBLOCK: 'IN_PROGRESS',
    SUBMIT: null,
    COMPLETE: null,
    CANCEL: 'CANCELLED',
    REOPEN: null,
  },
  REVIEW: {
    START: 'IN_PROGRESS',
    BLOCK: null,
    UNBLOCK: null,
    SUBMIT: null,
    COMPLETE: 'COMPLETED',
    CANCEL: 'CANCELLED',
    REOPEN: null,
  },
  COMPLETED: {
    START: null,
    BLOCK: null,
    UNBLOCK: null,
    SUBMIT: null,
    COMPLETE: null,
    CANCEL: null,
    REOPEN: 'OPEN',
  },
  CANCELLED: {
    START: null,
    BLOCK: null,
    UNBLOCK: null,
    SUBMIT: null,
    COMPLETE: null,
    CANCEL: null,
    REOPEN: 'OPEN',
  },
};

/** The commands that a work item in this state takes, in the order of `workItemCommands`. */
export const availableWorkItemCommands = (state: WorkItemState): WorkItemCommand[] =>
  workItemCommands.filter((command) => workItemTransitions[state][command] !== null);

/** The state that follows; throws InvalidTransitionError, which names the commands that are taken, where there is none. */
export function nextWorkItemState(from: WorkItemState, command: WorkItemCommand): WorkItemState {
  const to = workItemTransitions[from][command];
  if (to === null) throw new InvalidTransitionError('work item', from, command, availableWorkItemCommands(from));
  return to;
}

/** A closed work item takes no new sessions, handoffs, blockers or changes of its text until it is reopened. */
export const isClosed = (state: WorkItemState): boolean => state === 'COMPLETED' || state === 'CANCELLED';
