import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, stat, unlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';

/** The file of credentials: one token for each server, and the server that is meant when none is named. */
export interface Credentials {
  readonly default?: string;
  readonly servers: Readonly<Record<string, { readonly token: string }>>;
}

const NOBODY: Credentials = { servers: {} };
const OTHERS = 0o077;

/** Where the credentials lie: $XDG_CONFIG_HOME/kernel/credentials.json, or under ~/.config. */
export function credentialsPath(env: NodeJS.ProcessEnv): string {
  const home = env['XDG_CONFIG_HOME'];
  const base = home === undefined || home === '' ? join(env['HOME'] ?? homedir(), '.config') : home;
  return join(base, 'kernel', 'credentials.json');
}

/**
 * Reads the credentials; none when the file is missing. Refuses a file that other users can read or change, and one
 * that is not of this form, naming the remedy.
 */
export async function readCredentials(env: NodeJS.ProcessEnv): Promise<Credentials> {
  const path = credentialsPath(env);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new CliError('CREDENTIALS_UNREADABLE', exitCodes.notAllowed, `${path} cannot be read: ${error.message}.`);
  });
  if (text === undefined) return NOBODY;
  await refuseLooseModes(path);
  return parsed(path, text);
}

/** Keeps a token for a server and makes that server the default. The file appears whole, 0600, in a 0700 folder. */
export async function keepCredential(env: NodeJS.ProcessEnv, serverUrl: string, token: string): Promise<string> {
  const { servers } = await readCredentials(env);
  return write(env, { default: serverUrl, servers: { ...servers, [serverUrl]: { token } } });
}

/** Forgets the token for a server. Returns whether there was one. */
export async function forgetCredential(env: NodeJS.ProcessEnv, serverUrl: string): Promise<boolean> {
  const credentials = await readCredentials(env);
  if (!Object.hasOwn(credentials.servers, serverUrl)) return false;
  const { [serverUrl]: _forgotten, ...servers } = credentials.servers;
  await write(env, credentials.default === serverUrl ? { servers } : { ...credentials, servers });
  return true;
}

async function refuseLooseModes(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  for (const place of [path, dirname(path)]) {
    const { mode } = await stat(place);
    if ((mode & OTHERS) === 0) continue;
    const right = place === path ? '600' : '700';
    throw new CliError(
      'CREDENTIALS_UNSAFE',
      exitCodes.notAllowed,
      `${place} is open to other users (mode ${(mode & 0o777).toString(8)}), so its tokens may be known to them. ` +
        `Run: chmod ${right} ${place}`,
    );
  }
}

function parsed(path: string, text: string): Credentials {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isCredentials(value)) return value;
  throw new CliError(
    'CREDENTIALS_MALFORMED',
    exitCodes.notAllowed,
    `${path} is not a file of credentials. Move it away and run kernel login.`,
  );
}

function isCredentials(value: unknown): value is Credentials {
  if (typeof value !== 'object' || value === null || !('servers' in value)) return false;
  const { servers } = value;
  if (typeof servers !== 'object' || servers === null) return false;
  if ('default' in value && typeof value.default !== 'string') return false;
  return Object.values(servers).every((entry: unknown) => hasToken(entry));
}

const hasToken = (entry: unknown): boolean =>
  typeof entry === 'object' && entry !== null && 'token' in entry && typeof entry.token === 'string';

async function write(env: NodeJS.ProcessEnv, credentials: Credentials): Promise<string> {
  const path = credentialsPath(env);
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(`${JSON.stringify(credentials, null, 2)}\n`);
    await file.sync();
    await rename(draft, path);
  } catch (error) {
    await unlink(draft);
    throw error;
  } finally {
    await file.close();
  }
  return path;
}
