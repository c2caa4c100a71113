import { homedir, hostname } from 'node:os';
import { join, resolve } from 'node:path';

/** What a daemon is run with. */
export interface DaemonConfig {
  readonly serverUrl: string;
  /**
   * Reads the credential of a member, with which the machine is registered on its first start; not needed later. Asked
   * when it is needed: another process may have renewed it.
   */
  readonly memberToken: () => Promise<string | undefined>;
  /** Folder of identity, credentials, ledger and outbox, 0700. */
  readonly stateDir: string;
  /** The name the machine would like on its first start. */
  readonly machineName: string;
  /** Words that start `kernel` on this machine, for the sessions. */
  readonly kernel: readonly string[];
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Where this user's Kernel keeps its state: under $XDG_STATE_HOME, else under ~/.local/state. */
export const stateHome = (env: NodeJS.ProcessEnv): string =>
  join(env['XDG_STATE_HOME'] || join(env['HOME'] || homedir(), '.local', 'state'), 'kernel');

/** Where the state of a daemon lies unless named: KERNEL_DAEMON_DIR, else `daemon` in the user's state. */
export function defaultStateDir(env: NodeJS.ProcessEnv): string {
  const named = env['KERNEL_DAEMON_DIR'];
  return named === undefined || named === '' ? join(stateHome(env), 'daemon') : resolve(named);
}

/** The host's name as a machine may be called: what it may not hold becomes a dash. */
export function defaultMachineName(): string {
  const name = hostname()
    .replace(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .slice(0, 90);
  return name === '' ? 'machine' : name;
}

/** The files and folders of a state folder. */
export const statePaths = (stateDir: string) => ({
  lock: join(stateDir, 'lock'),
  machine: join(stateDir, 'machine.json'),
  status: join(stateDir, 'status.json'),
  launches: join(stateDir, 'launches'),
  outbox: join(stateDir, 'outbox'),
  bin: join(stateDir, 'bin'),
});
