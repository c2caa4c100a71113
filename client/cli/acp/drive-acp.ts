import type { Host } from '../host.ts';

/** Drives an agent as the file at `planPath` says, until its turn has ended or a signal ends it; see daemon/runtimes/acp. */
export async function driveAcp({ env }: Host, planPath: string): Promise<void> {
  const ending = new AbortController();
  process.once('SIGTERM', () => ending.abort()).once('SIGINT', () => ending.abort());
  const { driveAcp: drive } = await import('#daemon/cli.ts');
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const isCompleted = await drive(planPath, { env, print, signal: ending.signal });
  process.exit(isCompleted ? 0 : 1);
}
