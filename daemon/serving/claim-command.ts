import { type ClaimedCommand, claimMachineCommand } from '#client/api/operations/fleet/daemon.ts';
import type { Connection } from '#client/api/connection.ts';
import { Refused } from '#client/api/refused.ts';
import { pause } from '#client/api/streams/pause.ts';
import type { ClaimedEntry, LaunchEntry } from '../launches/launch-entry.ts';
import type { LaunchLedger } from '../launches/ledger.ts';
import type { DaemonLog } from '../log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { isRefusedForGood } from '../passing-refusal.ts';
import { messageOf } from './presence.ts';

/** The first and the longest wait before a claim whose answer was lost is repeated, in milliseconds. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

interface Claiming {
  readonly ledger: LaunchLedger;
  readonly outbox: Outbox;
  readonly log: DaemonLog;
  readonly connection: Connection;
  readonly signal: AbortSignal;
}

/** What a server answers that does not understand the question: it speaks another version, until it is updated. */
const NOT_UNDERSTOOD = 'BAD_REQUEST';

/**
 * Claims a command until there is an answer, under the token that lies in the ledger. Undefined when the server says that
 * there is nothing to claim, which is noted and acknowledged, or when `signal` fired.
 */
export async function claimCommand(parts: Claiming, entry: LaunchEntry): Promise<ClaimedCommand | undefined> {
  const { ledger, outbox, log, connection, signal } = parts;
  const { launchId, commandId, claimToken } = entry;
  for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      return await claimMachineCommand(connection, commandId, claimToken);
    } catch (error) {
      const isUnderstood = !(error instanceof Refused && error.code === NOT_UNDERSTOOD);
      if (isUnderstood && isRefusedForGood(error)) {
        log.warn({ launchId, code: error.code, reason: error.message }, 'a command is not to be claimed');
        await ledger.write({ ...entry, phase: 'ENDED' });
        await outbox.put({ kind: 'ACK', launchId, commandId });
        return undefined;
      }
      if (isUnderstood) log.debug({ err: error, launchId }, 'a claim is repeated: its answer was lost');
      else log.warn({ launchId, reason: messageOf(error) }, 'a claim is repeated: the server does not understand it');
      await pause(waitMs, signal);
    }
  }
  return undefined;
}

/** What the answer to a claim tells, as the ledger keeps it: everything but the credential and the package. */
export function sessionOf({ fence, launch }: ClaimedCommand): ClaimedEntry['session'] {
  const { agentSession, workItem, workspace, timeoutMs } = launch;
  const { id: sessionId, runtime, syncMode } = agentSession;
  return {
    ...{ sessionId, workItemId: workItem.id, workItemKey: workItem.key },
    ...{ runtime, syncMode, workspace, timeoutMs, fence },
  };
}
