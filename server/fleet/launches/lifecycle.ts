import type { LaunchState } from '#prisma/generated/client/client.ts';
import { InvalidTransitionError } from '#server/errors.ts';

/** What can happen to a launch. SPEC.md tells each one's meaning. */
export const launchCommands = ['CLAIM', 'START', 'END', 'LOSE', 'RELAUNCH'] as const;

export type LaunchCommand = (typeof launchCommands)[number];

/** Every state against every command: the state that follows, or null where the command is refused. */
export const launchTransitions: Readonly<Record<LaunchState, Readonly<Record<LaunchCommand, LaunchState | null>>>> = {
  REQUESTED: { CLAIM: 'CLAIMED', START: null, END: 'ENDED', LOSE: null, RELAUNCH: null },
  CLAIMED: { CLAIM: 'CLAIMED', START: 'STARTED', END: 'ENDED', LOSE: 'UNCERTAIN', RELAUNCH: null },
  STARTED: { CLAIM: null, START: 'STARTED', END: 'ENDED', LOSE: 'UNCERTAIN', RELAUNCH: null },
  ENDED: { CLAIM: null, START: null, END: null, LOSE: null, RELAUNCH: null },
  UNCERTAIN: { CLAIM: null, START: 'STARTED', END: 'ENDED', LOSE: 'UNCERTAIN', RELAUNCH: 'REQUESTED' },
};

/** The state after `command`. Throws InvalidTransitionError where the table has no cell for it. */
export function nextLaunchState(from: LaunchState, command: LaunchCommand): LaunchState {
  const row = launchTransitions[from];
  const to = row[command];
  if (to !== null) return to;
  const allowed = launchCommands.filter((other) => row[other] !== null);
  throw new InvalidTransitionError('launch', from, command, allowed);
}
