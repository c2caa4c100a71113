import { describe, expect, it } from 'vitest';
import { WorkItemState } from '#prisma/generated/client/enums.ts';
import { InvalidTransitionError } from '#server/errors.ts';
import {
  availableWorkItemCommands,
  isClosed,
  nextWorkItemState,
  workItemCommands,
  type WorkItemCommand,
} from '#server/work/lifecycle.ts';

type Cell = readonly [next: WorkItemState | null, because: string];

/** The table of SPEC.md once more, with the reason for each cell. */
const expected: Record<WorkItemState, Record<WorkItemCommand, Cell>> = {
  OPEN: {
    START: ['IN_PROGRESS', 'somebody takes it up'],
    BLOCK: [null, 'nothing moves that could stand still'],
    UNBLOCK: [null, 'it does not stand still'],
    SUBMIT: [null, 'nobody worked on it'],
    COMPLETE: [null, 'nobody worked on it'],
    CANCEL: ['CANCELLED', 'it is not wanted after all'],
    REOPEN: [null, 'it is open'],
  },
  IN_PROGRESS: {
    START: [null, 'it is started'],
    BLOCK: ['BLOCKED', 'it waits for something outside'],
    UNBLOCK: [null, 'it does not stand still'],
    SUBMIT: ['REVIEW', 'it is offered as done'],
    COMPLETE: ['COMPLETED', 'it is done, and needs no review'],
    CANCEL: ['CANCELLED', 'it is given up'],
    REOPEN: [null, 'it is not closed'],
  },
  BLOCKED: {
    START: [null, 'what stopped it has to go first'],
    BLOCK: [null, 'it stands still already'],
    UNBLOCK: ['IN_PROGRESS', 'what stopped it is gone'],
    SUBMIT: [null, 'it stands still'],
    COMPLETE: [null, 'it stands still'],
    CANCEL: ['CANCELLED', 'it is given up'],
    REOPEN: [null, 'it is not closed'],
  },
  REVIEW: {
    START: ['IN_PROGRESS', 'the review asked for more'],
    BLOCK: [null, 'it waits for the review'],
    UNBLOCK: [null, 'it does not stand still'],
    SUBMIT: [null, 'it is submitted'],
    COMPLETE: ['COMPLETED', 'the review found it done'],
    CANCEL: ['CANCELLED', 'it is given up'],
    REOPEN: [null, 'it is not closed'],
  },
  COMPLETED: {
    START: [null, 'it is closed'],
    BLOCK: [null, 'it is closed'],
    UNBLOCK: [null, 'it is closed'],
    SUBMIT: [null, 'it is closed'],
    COMPLETE: [null, 'it is completed'],
    CANCEL: [null, 'it is closed'],
    REOPEN: ['OPEN', 'it was not done after all'],
  },
  CANCELLED: {
    START: [null, 'it is closed'],
    BLOCK: [null, 'it is closed'],
    UNBLOCK: [null, 'it is closed'],
    SUBMIT: [null, 'it is closed'],
    COMPLETE: [null, 'it is closed'],
    CANCEL: [null, 'it is cancelled'],
    REOPEN: ['OPEN', 'it is wanted after all'],
  },
};

const states = Object.values(WorkItemState);
const cells = states.flatMap((from) =>
  workItemCommands.map((command) => ({
    from,
    command,
    to: expected[from][command][0],
    because: expected[from][command][1],
  })),
);

describe('the lifecycle of a work item', () => {
  it.each(cells.filter(({ to }) => to !== null))(
    'takes $from to $to on $command: $because',
    ({ from, command, to }) => {
      expect(nextWorkItemState(from, command)).toBe(to);
      expect(availableWorkItemCommands(from)).toContain(command);
    },
  );

  it.each(cells.filter(({ to }) => to === null))('refuses $command in $from: $because', ({ from, command }) => {
    expect(() => nextWorkItemState(from, command)).toThrow(InvalidTransitionError);
    expect(availableWorkItemCommands(from)).not.toContain(command);
  });

  it('says in a refusal what the state takes', () => {
    expect(() => nextWorkItemState('COMPLETED', 'START')).toThrow(
      'A work item in state COMPLETED does not take START. It takes: REOPEN.',
    );
  });

  it('leads from a closed state by REOPEN alone (W6)', () => {
    const closed = states.filter(isClosed);
    expect(closed).toEqual(['COMPLETED', 'CANCELLED']);
    for (const state of closed) expect(availableWorkItemCommands(state)).toEqual(['REOPEN']);
  });

  it('completes nothing that was not taken up (W6)', () => {
    expect(states.filter((state) => expected[state].COMPLETE[0] !== null)).toEqual(['IN_PROGRESS', 'REVIEW']);
  });
});
