import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { forSnapshot, kernelProcess, type KernelProcess } from '../support/cli/kernel.ts';

let app: TestApp;
let kernel: KernelProcess;
let lost: string;

beforeAll(async () => {
  app = await createTestApp();
  kernel = await kernelProcess({ KERNEL_SERVER_URL: app.url });
  lost = await closedPort();
});

afterAll(async () => {
  await kernel[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

/** An address where nothing listens any more. */
async function closedPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

describe('signing in', () => {
  it('is asked for where it is needed', async () => {
    const { code, err } = await kernel.run(['work', 'list']);
    expect([code, err.split('\n')[1]]).toEqual([5, 'Sign in with: kernel login --server URL --token-file FILE']);
  });

  it('refuses a token that the server does not know, and keeps nothing', async () => {
    expect(await kernel.run(['login'], { input: 'krn_unknown-token\n' })).toMatchObject({ code: 5 });
    const status = await kernel.run(['status']);
    expect([status.code, status.out.split('\n')[2]]).toEqual([5, 'signed in  no: sign in with kernel login']);
  });

  it('takes a token from standard input, tries it, and keeps it for this user alone', async () => {
    const { out } = await kernel.run(['login'], { input: `${app.ownerToken}\n` });
    expect(forSnapshot(out)).toBe('signed in to <server> as member Owner\n');
    expect((await stat(join(kernel.folder, '.config/kernel/credentials.json'))).mode & 0o777).toBe(0o600);
    const status = await kernel.run(['status']);
    expect([status.code, status.out.split('\n')[2]]).toEqual([0, 'signed in  member Owner, by credentials.json']);
  });

  it('tells a token that no longer serves from none, and says where it came from', async () => {
    const { code, out } = await kernel.run(['status'], { env: { KERNEL_TOKEN: 'krn_unknown-token' } });
    const says = 'signed in  no: the token of KERNEL_TOKEN is unknown, revoked or expired';
    expect([code, out.split('\n')[2]]).toEqual([5, says]);
  });

  it('takes it from a file too', async () => {
    const file = join(kernel.folder, 'token');
    await writeFile(file, app.ownerToken);
    expect(await kernel.run(['login', '--token-file', file])).toMatchObject({ code: 0 });
  });

  it('can be undone', async () => {
    expect(forSnapshot((await kernel.run(['logout'])).out)).toBe('signed out of <server>\n');
    expect(await kernel.run(['whoami'])).toMatchObject({ code: 5 });
  });
});

describe('a lost server', () => {
  it('is explained in one sentence, and what to do in another', async () => {
    const { code, err } = await kernel.run(['work', 'list', '--server', lost]);
    expect([code, forSnapshot(err)]).toMatchInlineSnapshot(`
      [
        6,
        "error: No answer from the Kernel server at <server>: nothing listens there.
      Is it running? Start one here with: kernel up — or name another with --server or KERNEL_SERVER_URL.
      ",
      ]
    `);
  });

  it('is an object for a script', async () => {
    const { code, out, err } = await kernel.run(['work', 'list', '--server', lost, '--json']);
    expect([code, out, JSON.parse(err)]).toEqual([
      6,
      '',
      {
        error: {
          code: 'SERVER_UNREACHABLE',
          exitCode: 6,
          serverUrl: lost,
          message: expect.stringContaining('nothing listens there') as string,
        },
      },
    ]);
  });
});

describe('a wrong command line', () => {
  const owner = () => ({ env: { KERNEL_TOKEN: app.ownerToken } });

  it.each([
    [['handof', 'list'], 'Did you mean handoff?'],
    [['handoff', 'acept', 'x'], 'Did you mean accept?'],
    [['handoff', 'create', 'AUTH-1', '--purpose', 'x'], "required option '--to <runtime>' not specified"],
    [['handoff', 'reject', 'hof_1', '--reason', 'bored'], 'one of missing_context, wrong_runtime, superseded, other'],
    [['handoff', 'show', 'zz'], 'neither the id of a handoff'],
    [['handoff', 'show', 'ab'], 'too short'],
    [['work', 'list', '--limit', '0'], '1 or more'],
  ])('%j is refused before anything is sent', async (args, message) => {
    const { code, err } = await kernel.run(args, owner());
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('is an object for a script', async () => {
    const { err } = await kernel.run(['handof', '--json'], owner());
    expect(JSON.parse(err)).toMatchObject({ error: { code: 'USAGE', exitCode: 2 } });
  });
});

describe('exit codes by class of error', () => {
  const owner = () => ({ env: { KERNEL_TOKEN: app.ownerToken } });

  it.each([
    [3, ['work', 'show', 'AUTH-99']],
    [3, ['handoff', 'show', 'deadbeef']],
    [2, ['project', 'create', 'lower case', 'x']],
    [0, ['project', 'create', 'AUTH', 'x']],
    [4, ['project', 'create', 'AUTH', 'x']],
  ])('%i for %j', async (expected, args) => {
    expect((await kernel.run(args, owner())).code).toBe(expected);
  });

  it('are documented', async () => {
    expect((await kernel.run(['help', 'exit-codes'])).out).toContain(
      '6\tno answer from the server, or it has none from its database\n',
    );
  });

  it('name the candidates when part of an id fits several', async () => {
    await kernel.run(['work', 'create', 'AUTH', 'First', '--goal', 'g'], owner());
    const record = async (statement: string) =>
      (await kernel.json<{ decision: { id: string } }>(['decision', 'record', statement, '-w', 'AUTH-1'], owner()))
        .decision.id;
    const [one] = [await record('One'), await record('Two')];
    const shared = one.slice(4, 9);
    const { code, err } = await kernel.run(['decision', 'supersede', shared, 'x'], owner());
    expect([code, forSnapshot(err)]).toEqual([
      2,
      `error: "${shared}" fits more than one decision. Give more of the id:\n  <dec>  Two\n  <dec>  One\n`,
    ]);
  });
});

describe('credentials on the command line', () => {
  const owner = () => ({ env: { KERNEL_TOKEN: app.ownerToken } });

  it('are printed once, alone on standard output, and their scopes hold', async () => {
    const { out, err } = await kernel.run(
      ['token', 'create', 'ci', '--scope', 'work.read', '--expires', '30d'],
      owner(),
    );
    expect([out, forSnapshot(err)]).toEqual([
      expect.stringMatching(/^krn_[\w-]+\n$/),
      '<tok> (ci): this secret is shown once\n',
    ]);
    const ci = { env: { KERNEL_TOKEN: out.trim() } };
    expect(await kernel.run(['work', 'list'], ci)).toMatchObject({ code: 0 });
    expect(await kernel.run(['project', 'create', 'CI', 'x'], ci)).toMatchObject({ code: 5 });
  });

  it('end when they are revoked', async () => {
    const { token, secret } = await kernel.json<{ token: { id: string }; secret: string }>(
      ['token', 'create', 'x', '--scope', 'work.read'],
      owner(),
    );
    await kernel.run(['token', 'revoke', token.id.slice(-8)], owner());
    expect(await kernel.run(['work', 'list'], { env: { KERNEL_TOKEN: secret } })).toMatchObject({ code: 5 });
  });
});

describe('help and completion', () => {
  it('every command has help with its options', async () => {
    const { out } = await kernel.run(['help', 'handoff', 'create']);
    expect(out).toContain('--to <runtime>');
    expect(out).toContain('Examples:');
  });

  it('the bash script is valid and completes commands, subcommands and options', async () => {
    const { out } = await kernel.run(['completion', 'bash']);
    const ask = (words: string) =>
      `${out}\nCOMP_WORDS=(${words}); COMP_CWORD=$((\${#COMP_WORDS[@]}-1)); _kernel; echo "\${COMPREPLY[*]}"`;
    const completed = async (words: string) => (await promisify(execFile)('bash', ['-c', ask(words)])).stdout.trim();
    expect(await completed('kernel hand')).toBe('handoff');
    expect(await completed('kernel handoff ac')).toBe('accept');
    expect(await completed('kernel handoff accept --se')).toBe('--session --server');
  });
});
