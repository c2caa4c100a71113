import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { kernelCommand } from './kernel.ts';

/** The server the story is told to, and the variables that lead a command to it. */
export interface DemoServer extends AsyncDisposable {
  readonly url: string;
  readonly env: NodeJS.ProcessEnv;
  readonly description: string;
}

/** Longest wait for a server of our own, in milliseconds: the first start makes a database. */
const START_TIMEOUT_MS = 60_000;

/** The server that KERNEL_SERVER_URL names, or one of our own, on a free port, with its data and credentials in `scratch`. */
export async function demoServer(scratch: string): Promise<DemoServer> {
  const { KERNEL_SERVER_URL: url, KERNEL_SESSION_TOKEN: _token, ...env } = process.env;
  if (url !== undefined && url !== '') {
    return {
      url,
      env: { ...env, KERNEL_SERVER_URL: url },
      description: `the server at ${url}`,
      [Symbol.asyncDispose]: async () => {},
    };
  }
  return ownServer(scratch, { ...env, XDG_CONFIG_HOME: join(scratch, 'config'), KERNEL_TOKEN: '' });
}

async function ownServer(scratch: string, env: NodeJS.ProcessEnv): Promise<DemoServer> {
  const [program, ...first] = kernelCommand;
  const args = [...first, 'up', '--port', '0', '--data-dir', join(scratch, 'data')];
  const child = spawn(program, args, { env: { ...env, DATABASE_URL: '' }, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  const said: string[] = [];
  const hurry = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS);
  let url: string | undefined;
  for await (const line of createInterface(child.stderr)) {
    said.push(line);
    url = /^Kernel is ready at (\S+)$/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  clearTimeout(hurry);
  if (url === undefined) throw new Error(`the server did not start:\n${said.join('\n')}`);
  child.stderr.resume();
  return {
    url,
    env: { ...env, KERNEL_SERVER_URL: url },
    description: `a server of its own at ${url}`,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
