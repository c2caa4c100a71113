import type { HandoffState } from '#prisma/generated/client/client.ts';
import { InvalidTransitionError } from '#server/errors.ts';

/** What can be done to a handoff once it was requested. SPEC.md says what each one means. */
export const handoffCommands = ['COMPILE', 'ACCEPT', 'REJECT', 'COMPLETE', 'CANCEL'] as const;

export type HandoffCommand = (typeof handoffCommands)[number];

/**
 * State × command → the state that follows, or null where the command is refused. Every cell is written out, so that the
 * compiler asks for the missing ones when a state or a command is added.
 */
export const handoffTransitions: Readonly<Record<HandoffState, Readonly<Record<HandoffCommand, HandoffState | null>>>> =
  {
    REQUESTED: { COMPILE: 'COMPILED', ACCEPT: null, REJECT: null, COMPLETE: null, CANCEL: 'CANCELLED' },
    COMPILED: { COMPILE: 'COMPILED', ACCEPT: 'ACCEPTED', REJECT: 'REJECTED', COMPLETE: null, CANCEL: 'CANCELLED' },
    REJECTED: { COMPILE: 'COMPILED', ACCEPT: null, REJECT: null, COMPLETE: null, CANCEL: null },
    ACCEPTED: { COMPILE: null, ACCEPT: null, REJECT: null, COMPLETE: 'COMPLETED', CANCEL: null },
    COMPLETED: { COMPILE: null, ACCEPT: null, REJECT: null, COMPLETE: null, CANCEL: null },
    CANCELLED: { COMPILE: null, ACCEPT: null, REJECT: null, COMPLETE: null, CANCEL: null },
  };

/** The commands that a handoff in this state takes, in the order of `handoffCommands`. */
export const availableCommands = (state: HandoffState): HandoffCommand[] =>
  handoffCommands.filter((command) => handoffTransitions[state][command] !== null);

/** The state that follows; throws InvalidTransitionError, which names the commands that are taken, where there is none. */
export function nextHandoffState(from: HandoffState, command: HandoffCommand): HandoffState {
  const to = handoffTransitions[from][command];
  if (to === null) throw new InvalidTransitionError('handoff', from, command, availableCommands(from));
  return to;
}
