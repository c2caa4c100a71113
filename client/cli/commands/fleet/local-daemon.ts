import { join, resolve } from 'node:path';
import type { Call } from '../../call.ts';
import { CliError } from '../../cli-error.ts';
import { signIn } from '../../sign-in/sign-in.ts';

/** Which daemon of this machine is meant. */
export interface StateOptions {
  readonly stateDir?: string;
  readonly dataDir?: string;
}

/** Loads the code that reads what a daemon says of itself, and reads it. Asks no server. */
export async function loadLocalDaemon(call: Call, { stateDir, dataDir }: StateOptions) {
  const { findStateDir, readLocalDaemon, whyNotOffered } = await import('#daemon/main.ts');
  const { env } = call.host;
  const named = stateDir ?? (dataDir === undefined ? undefined : join(resolve(dataDir), 'daemon'));
  const local = await readLocalDaemon(named ?? (await findStateDir(env, await serverOf(call))));
  return { ...local, whyNot: (runtime: string | undefined) => whyNotOffered(local, runtime) };
}

/** The server that is meant; undefined where the credentials cannot be read, which a daemon that runs does not need. */
async function serverOf(call: Call): Promise<string | undefined> {
  try {
    return (await call.signIn()).serverUrl;
  } catch (error) {
    if (error instanceof CliError) return undefined;
    throw error;
  }
}

/** The credential of a member for the server, as it is now; that of a session registers no machine. */
export async function memberToken(env: NodeJS.ProcessEnv, serverUrl: string): Promise<string | undefined> {
  const { token, source } = await signIn(env, serverUrl);
  return source === 'KERNEL_SESSION_TOKEN' ? undefined : token;
}
