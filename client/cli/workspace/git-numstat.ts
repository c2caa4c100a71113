import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CliError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';

const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/**
 * Asks git which files of a checkout differ from `base` (a revision; HEAD by default), as `--numstat -z` output: paths
 * from the root of the repository and two counts, never a line of content. Renames are reported as a removal and an
 * addition, since both paths were touched. Files that git does not track yet are not in it.
 */
export async function gitNumstat(directory: string, base: string): Promise<Uint8Array> {
  if (base.startsWith('-')) throw new CliError('USAGE', exitCodes.usage, `${JSON.stringify(base)} is not a revision.`);
  const args = [
    '-C',
    directory,
    'diff',
    '--numstat',
    '-z',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    base,
    '--',
  ];
  try {
    const { stdout } = await promisify(execFile)('git', args, { encoding: 'buffer', maxBuffer: MAX_OUTPUT_BYTES });
    return stdout;
  } catch (error) {
    const { code, stderr } = error as { code?: unknown; stderr?: Buffer };
    if (code === 'ENOENT')
      throw new CliError('GIT_MISSING', exitCodes.usage, 'git is not installed, so the checkout cannot be read.');
    const said = stderr?.toString('utf8').trim().split('\n', 1)[0] ?? '';
    throw new CliError('GIT_FAILED', exitCodes.usage, `git could not compare ${directory} with ${base}: ${said}`);
  }
}
