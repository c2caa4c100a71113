import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { credentialsPath, forgetCredential, keepCredential, readCredentials } from '#client/cli/sign-in/credentials.ts';
import { signIn } from '#client/cli/sign-in/sign-in.ts';

let env: { XDG_CONFIG_HOME: string };

beforeEach(async () => {
  env = { XDG_CONFIG_HOME: await mkdtemp(join(tmpdir(), 'kernel-credentials-')) };
});

afterEach(() => rm(env.XDG_CONFIG_HOME, { recursive: true }));

describe('credentials', () => {
  it('are kept for their server in a file of the user alone, in a folder of the user alone', async () => {
    const path = await keepCredential(env, 'http://a:1', 'krn_a');
    await keepCredential(env, 'http://b:2', 'krn_b');
    expect(await readCredentials(env)).toEqual({
      default: 'http://b:2',
      servers: { 'http://a:1': { token: 'krn_a' }, 'http://b:2': { token: 'krn_b' } },
    });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(join(env.XDG_CONFIG_HOME, 'kernel'))).mode & 0o777).toBe(0o700);
  });

  it('are none where there is no file', async () => {
    expect(await readCredentials(env)).toEqual({ servers: {} });
  });

  it('are forgotten for one server and kept for the other', async () => {
    await keepCredential(env, 'http://a:1', 'krn_a');
    await keepCredential(env, 'http://b:2', 'krn_b');
    expect(await forgetCredential(env, 'http://b:2')).toBe(true);
    expect(await forgetCredential(env, 'http://b:2')).toBe(false);
    expect(await readCredentials(env)).toEqual({ servers: { 'http://a:1': { token: 'krn_a' } } });
  });

  it('are refused while other users can read the file, with the command that mends it', async () => {
    const path = await keepCredential(env, 'http://a:1', 'krn_a');
    await chmod(path, 0o644);
    await expect(readCredentials(env)).rejects.toThrow(`chmod 600 ${path}`);
  });

  it('are refused while other users can enter the folder', async () => {
    await keepCredential(env, 'http://a:1', 'krn_a');
    await chmod(join(env.XDG_CONFIG_HOME, 'kernel'), 0o755);
    await expect(readCredentials(env)).rejects.toThrow('chmod 700');
  });

  it('that are no credentials are refused without being echoed', async () => {
    await keepCredential(env, 'http://a:1', 'krn_a');
    await writeFile(credentialsPath(env), '{"servers": {"http://a:1": "krn_secret"}}');
    await expect(readCredentials(env)).rejects.toThrow(/^(?!.*krn_secret).*not a file of credentials/);
  });
});

describe('signing in', () => {
  it('takes the token of the server that is named, and no other server’s', async () => {
    await keepCredential(env, 'http://a:1', 'krn_a');
    expect(await signIn(env, 'http://a:1/')).toEqual({
      serverUrl: 'http://a:1',
      token: 'krn_a',
      source: 'credentials',
    });
    expect(await signIn(env, 'http://b:2')).toEqual({ serverUrl: 'http://b:2', token: undefined, source: 'none' });
  });

  it('lets the session’s own credential go before everything else', async () => {
    await keepCredential(env, 'http://a:1', 'krn_a');
    const inside = { ...env, KERNEL_SESSION_TOKEN: 'krn_s', KERNEL_TOKEN: 'krn_t', KERNEL_SERVER_URL: 'http://c:3' };
    expect(await signIn(inside, undefined)).toEqual({
      serverUrl: 'http://c:3',
      token: 'krn_s',
      source: 'KERNEL_SESSION_TOKEN',
    });
  });

  it.each(['ftp://x', 'nonsense', 'http://user:secret@x'])('refuses %s for a server', async (server) => {
    await expect(signIn(env, server)).rejects.toThrow();
  });
});
