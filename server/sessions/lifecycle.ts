import type { AgentSessionStatus } from '#prisma/generated/client/client.ts';
import { InvalidTransitionError } from '#server/errors.ts';

/** What can happen to a session, in the order a session that goes well meets them. SPEC.md tells each one's meaning. */
export const sessionCommands = ['LAUNCH', 'ACTIVATE', 'COMPLETE', 'FAIL', 'CANCEL'] as const;

export type SessionCommand = (typeof sessionCommands)[number];

/** Every status against every command: the status that follows, or null where the command is refused. */
export const sessionTransitions: Record<AgentSessionStatus, Record<SessionCommand, AgentSessionStatus | null>> = {
  REQUESTED: { LAUNCH: 'STARTING', ACTIVATE: 'ACTIVE', COMPLETE: null, FAIL: 'FAILED', CANCEL: 'CANCELLED' },
  STARTING: { LAUNCH: null, ACTIVATE: 'ACTIVE', COMPLETE: null, FAIL: 'FAILED', CANCEL: 'CANCELLED' },
  ACTIVE: { LAUNCH: null, ACTIVATE: null, COMPLETE: 'COMPLETED', FAIL: 'FAILED', CANCEL: 'CANCELLED' },
  COMPLETED: { LAUNCH: null, ACTIVATE: null, COMPLETE: null, FAIL: null, CANCEL: null },
  FAILED: { LAUNCH: null, ACTIVATE: null, COMPLETE: null, FAIL: null, CANCEL: null },
  CANCELLED: { LAUNCH: null, ACTIVATE: null, COMPLETE: null, FAIL: null, CANCEL: null },
};

/** The commands a session in this status takes, in the order of `sessionCommands`. */
export const availableSessionCommands = (status: AgentSessionStatus): SessionCommand[] =>
  sessionCommands.filter((command) => sessionTransitions[status][command] !== null);

/** True once nothing can happen to the session any more. */
export const hasEnded = (status: AgentSessionStatus): boolean => availableSessionCommands(status).length === 0;

/** The status after `command`. Throws InvalidTransitionError where the table has no cell for it. */
export function nextSessionStatus(from: AgentSessionStatus, command: SessionCommand): AgentSessionStatus {
  const to = sessionTransitions[from][command];
  if (to === null) throw new InvalidTransitionError('agent session', from, command, availableSessionCommands(from));
  return to;
}
