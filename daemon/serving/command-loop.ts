import type { Connection } from '#client/api/connection.ts';
import { type DeliveredCommand, machineCommands } from '#client/api/operations/fleet/daemon.ts';
import { pause } from '#client/api/streams/pause.ts';
import type { DaemonLog } from '../log.ts';

/** The first and the longest wait before a lost stream is opened again, in milliseconds; each a random part of it. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

export interface CommandLoop {
  readonly connection: Connection;
  readonly log: DaemonLog;
  readonly signal: AbortSignal;
  /** Carries one command out. The same may come twice. */
  readonly onCommand: (command: DeliveredCommand) => Promise<void>;
}

/**
 * Follows the machine's commands until `signal` fires. Each opened stream begins with all that were not acknowledged, so
 * no place has to be remembered: what the ledger knows as done is done. Commands do not wait for each other.
 */
export async function followCommands({ connection, log, signal, onCommand }: CommandLoop): Promise<void> {
  let longest = FIRST_WAIT_MS;
  while (!signal.aborted) {
    try {
      const onOpen = () => (longest = FIRST_WAIT_MS);
      for await (const delivered of machineCommands(connection, { signal, onOpen })) {
        const { id: commandId, kind } = delivered.command;
        onCommand(delivered).catch((error: unknown) => log.error({ err: error, commandId, kind }, 'a command failed'));
      }
    } catch (error) {
      log.debug({ err: error }, 'the stream of commands was lost; it is opened again');
    }
    await pause(Math.ceil(Math.random() * longest), signal);
    longest = Math.min(longest * 2, LONGEST_WAIT_MS);
  }
}
