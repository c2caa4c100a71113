import { spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { ndJsonStream, type Stream } from '@agentclientprotocol/sdk';
import { pause } from '#client/api/streams/pause.ts';
import { endProcessGroup } from '../../../sessions/process-group.ts';

/** How long an agent may take to end by itself once nobody speaks to it any more, and then after a SIGTERM, in milliseconds. */
const FAREWELL_MS = 3_000;
const TERM_MS = 2_000;

export interface AgentToStart {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Where its standard error goes: to that of this process, or nowhere. */
  readonly stderr: 'inherit' | 'ignore';
}

/** An agent that runs, and the conversation with it. Disposing ends it, with everything it started. */
export interface AgentProcess extends AsyncDisposable {
  readonly stream: Stream;
  /** Once it is gone, how that came, in words. */
  readonly gone: Promise<string>;
}

/**
 * Starts an agent in a group of its own, so that a signal to the driver does not reach it before the driver has cancelled
 * its turn. Throws what spawn says of a program that cannot be run.
 */
export async function startAgent({ program, args, cwd, env, stderr }: AgentToStart): Promise<AgentProcess> {
  const child = spawn(program, [...args], { cwd, env, detached: true, stdio: ['pipe', 'pipe', stderr] });
  const gone = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve).once('error', reject);
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('the system gave the process no number');
  return {
    stream: ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>),
    gone,
    async [Symbol.asyncDispose]() {
      child.stdin.destroy();
      const waited = new AbortController();
      await Promise.race([gone, pause(FAREWELL_MS, waited.signal)]);
      waited.abort();
      await endProcessGroup(pid, 'SIGTERM', TERM_MS);
    },
  };
}
