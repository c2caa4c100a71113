import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { readText } from '../durable/read-text.ts';

const run = promisify(execFile);

/** A process beyond doubt: a number alone is given to another one after a while, and after a reboot at once. */
export const processIdentity = z.object({
  pid: z.number().int().positive(),
  /** When it began, in the system's own words; compared, never read. */
  startTime: z.string().min(1),
  /** Which start of the system it belongs to. */
  bootId: z.string().min(1),
});

export type ProcessIdentity = z.infer<typeof processIdentity>;

/**
 * The identity of the process that has this number now, or undefined when none has. A zombie counts as none. Throws when
 * the system cannot say: a process that runs must not be taken for gone.
 */
export async function identifyProcess(pid: number): Promise<ProcessIdentity | undefined> {
  const startTime = process.platform === 'linux' ? await linuxStartTime(pid) : await startTimeByPs(pid);
  return startTime === undefined ? undefined : { pid, startTime, bootId: await bootId() };
}

/** Whether that very process still runs. */
export async function isRunning({ pid, startTime, bootId: boot }: ProcessIdentity): Promise<boolean> {
  const now = await identifyProcess(pid);
  return now !== undefined && now.startTime === startTime && now.bootId === boot;
}

let knownBootId: string | undefined;

/** Names the running system from its start on. */
export async function bootId(): Promise<string> {
  knownBootId ??= await readBootId();
  return knownBootId;
}

async function readBootId(): Promise<string> {
  if (process.platform === 'linux') return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  const { stdout } = await run('sysctl', ['-n', 'kern.bootsessionuuid']);
  return stdout.trim();
}

/** Field 22 of /proc/PID/stat. The name in field 2 may hold anything, so what is counted begins after its last bracket. */
async function linuxStartTime(pid: number): Promise<string | undefined> {
  const stat = await readText(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19];
}

/** The exit code of `ps` when no process has the number. */
const NO_SUCH_PROCESS = 1;

async function startTimeByPs(pid: number): Promise<string | undefined> {
  const shown = await run('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]).catch((error: { code?: unknown }) => {
    if (error.code === NO_SUCH_PROCESS) return undefined;
    throw error;
  });
  const line = shown?.stdout.trim() ?? '';
  return line === '' || line.startsWith('Z') ? undefined : line.replace(/^\S+\s+/, '');
}
