import type { Connection } from '#client/api/connection.ts';
import { recordHeartbeat, signOnMachine } from '#client/api/operations/fleet/daemon.ts';
import { Refused } from '#client/api/refused.ts';
import { pause } from '#client/api/streams/pause.ts';
import { DaemonError } from '../daemon-error.ts';
import type { DaemonLog } from '../log.ts';
import { isPassing } from '../passing-refusal.ts';

/** How often the server hears that the daemon is there, in milliseconds; it waits for four and a half of them. */
const HEARTBEAT_MS = 10_000;
/** The first and the longest wait before a failed sign-on is tried again, in milliseconds. */
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;

export interface Presence {
  readonly connection: Connection;
  readonly instanceId: string;
  readonly log: DaemonLog;
  readonly signal: AbortSignal;
  /** Told after each try whether the server answered, with why not. */
  readonly onContact: (problem: string | null) => void;
}

export interface SignOn extends Presence {
  readonly replaces: string | undefined;
  readonly label: string;
  readonly version: string;
}

/**
 * Signs on, trying for as long as the server cannot be reached. Returns the launches that the record takes to be open here;
 * undefined when `signal` fired. Throws Refused UNAUTHENTICATED for a credential that serves no more, and DaemonError
 * SERVED_BY_ANOTHER, naming the other daemon.
 */
export async function signOn(args: SignOn) {
  const { connection, instanceId, replaces, label, version: daemonVersion, signal, log, onContact } = args;
  const platform = `${process.platform} ${process.arch}`;
  for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    try {
      const input = { instanceId, label, daemonVersion, platform, ...(replaces === undefined ? {} : { replaces }) };
      const answer = await signOnMachine(connection, input);
      onContact(null);
      return answer;
    } catch (error) {
      if (error instanceof Refused && error.code === 'CONFLICT') throw servedByAnother(error);
      if (!isPassing(error)) throw error;
      onContact(messageOf(error));
      log.debug({ err: error }, 'the server does not take the sign-on; it is tried again');
      await pause(waitMs, signal);
    }
  }
  return undefined;
}

/**
 * Sends heartbeats until `signal` fires, whatever else the daemon does, and passes on which launches should not be
 * running. One that is not taken is sent again soon. Where the server no longer knows of this daemon, as after a restore, it
 * signs on anew with `signOnAgain`; throws DaemonError SERVED_BY_ANOTHER when another daemon serves the machine by then.
 */
export async function keepPresence(
  presence: Presence,
  onStop: (launchIds: readonly string[]) => void,
  signOnAgain: () => Promise<unknown>,
): Promise<void> {
  const { connection, instanceId, signal, log, onContact } = presence;
  let retryMs = FIRST_WAIT_MS;
  while (!signal.aborted) {
    const isTaken = await recordHeartbeat(connection, instanceId).then(
      (launchIds) => {
        onStop(launchIds);
        onContact(null);
        return true;
      },
      async (error: unknown) => {
        log.debug({ err: error }, 'a heartbeat was not taken');
        const isUnknown = error instanceof Refused && error.code === 'CONFLICT';
        const problem = isUnknown ? await failureOf(signOnAgain) : error;
        if (problem instanceof DaemonError) throw problem;
        if (problem !== undefined) onContact(problemOf(problem));
        return false;
      },
    );
    await pause(isTaken ? HEARTBEAT_MS : retryMs, signal);
    retryMs = isTaken ? FIRST_WAIT_MS : Math.min(retryMs * 2, HEARTBEAT_MS);
  }
}

const failureOf = (act: () => Promise<unknown>): Promise<unknown> =>
  act().then(
    () => undefined,
    (error: unknown) => error,
  );

/** Why the server is not reached, with what to do where a person has to. */
function problemOf(error: unknown): string {
  if (!(error instanceof Refused) || error.code !== 'UNAUTHENTICATED') return messageOf(error);
  return 'It no longer takes the credential of this machine: run kernel login, then start the daemon again.';
}

const servedByAnother = (refusal: Refused): DaemonError =>
  new DaemonError('SERVED_BY_ANOTHER', refusal.message, { cause: refusal });

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
