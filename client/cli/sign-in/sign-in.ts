import { readCredentials } from './credentials.ts';
import { DEFAULT_SERVER_URL, serverUrl } from '../server-url.ts';

/** Whom a command speaks to and as whom. `source` names where the token came from, never the token. */
export interface SignIn {
  readonly serverUrl: string;
  readonly token: string | undefined;
  readonly source: 'KERNEL_SESSION_TOKEN' | 'KERNEL_TOKEN' | 'credentials' | 'none';
}

/**
 * Server: --server, then KERNEL_SERVER_URL, then the default of the credentials, then this machine's own.
 * Token: KERNEL_SESSION_TOKEN, so that a session acts as itself; then KERNEL_TOKEN; then the one kept for that server.
 */
export async function signIn(env: NodeJS.ProcessEnv, server: string | undefined): Promise<SignIn> {
  const named = server ?? set(env['KERNEL_SERVER_URL']);
  const fromEnv = tokenOfEnv(env);
  if (named !== undefined && fromEnv !== undefined) return { serverUrl: serverUrl(named), ...fromEnv };
  const credentials = await readCredentials(env);
  const url = serverUrl(named ?? credentials.default ?? DEFAULT_SERVER_URL);
  if (fromEnv !== undefined) return { serverUrl: url, ...fromEnv };
  const token = Object.hasOwn(credentials.servers, url) ? credentials.servers[url]?.token : undefined;
  return token === undefined
    ? { serverUrl: url, token, source: 'none' }
    : { serverUrl: url, token, source: 'credentials' };
}

function tokenOfEnv(env: NodeJS.ProcessEnv): Pick<SignIn, 'token' | 'source'> | undefined {
  for (const source of ['KERNEL_SESSION_TOKEN', 'KERNEL_TOKEN'] as const) {
    const token = set(env[source]);
    if (token !== undefined) return { token, source };
  }
  return undefined;
}

const set = (value: string | undefined): string | undefined =>
  value === undefined || value === '' ? undefined : value;
