import { realpathSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import manifest from '../../package.json' with { type: 'json' };
import type { Host } from './host.ts';

/** Speaks MCP on this process's standard input and output until its client closes them. `server` is the one to speak to. */
export async function serveMcp({ env }: Host, server: string | undefined): Promise<void> {
  // One such process runs beside every session: a small nursery, and an old generation that grows by little before it
  // is cleared, keep V8 from letting tens of megabytes lie.
  setFlagsFromString('--max-semi-space-size=1');
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--optimize-for-size');
  setFlagsFromString('--heap-growing-percent=15');
  const { serveMcp: serve } = await import('#daemon/cli.ts');
  const ended = await serve({
    env,
    stdin: process.stdin,
    stdout: process.stdout,
    version: manifest.version,
    command: [process.execPath, ...process.execArgv, realpathSync(process.argv[1] ?? ''), 'mcp'],
    signIn: async () => (await import('./sign-in/sign-in.ts')).signIn(env, server),
  });
  // Kept-alive connections to the server would hold the process for seconds after its client has gone.
  process.exit(ended ? 0 : 1);
}
