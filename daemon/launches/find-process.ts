import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { readText } from '../durable/read-text.ts';
import { identifyProcess, type ProcessIdentity } from '../machine/process-identity.ts';

const run = promisify(execFile);

/** The exit code of `ps` for a number that no process has. */
const NO_SUCH_PROCESS = 1;

/**
 * The process that has this number, if it is the one that was made for a launch: its command line names the folder of the
 * try. Another one may have the number by now, as after a reboot.
 */
export async function findProcess(folder: string, pid: number): Promise<ProcessIdentity | undefined> {
  const found = await identifyProcess(pid);
  return found !== undefined && (await commandLine(pid)).includes(folder) ? found : undefined;
}

async function commandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') return (await readText(`/proc/${pid}/cmdline`)) ?? '';
  try {
    return (await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)])).stdout;
  } catch (error) {
    if ((error as { code?: unknown }).code === NO_SUCH_PROCESS) return '';
    throw error;
  }
}
