import { stat } from 'node:fs/promises';
import type { loadCheckout } from '#daemon/cli.ts';
import { CliError, usageError } from '../cli-error.ts';
import { exitCodes } from '../exit-codes.ts';

type Looks = Awaited<ReturnType<typeof loadCheckout>>;

/** Which files of a checkout were touched, and where its repository stands. */
export type Touched = Awaited<ReturnType<Looks['touchedInCheckout']>>;

/**
 * Looks at a checkout as the daemon looks at the workspace of a session. Throws a usage error for what is no folder or
 * no revision, and GIT_MISSING or GIT_FAILED where git cannot tell.
 */
export async function onCheckout<T>(folder: string, look: (looks: Looks) => Promise<T>): Promise<T> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw usageError(`${JSON.stringify(folder)} is no folder.`);
  const daemon = await import('#daemon/cli.ts');
  const looks = await daemon.loadCheckout();
  return look(looks).catch((error: Error & { code?: unknown; stderr?: Buffer }) => {
    if (error instanceof looks.NoRevisionError) throw usageError(error.message);
    if (error.code === 'ENOENT') {
      throw new CliError('GIT_MISSING', exitCodes.refused, 'git is not installed, so the checkout cannot be read.');
    }
    const said = error.stderr?.toString('utf8').trim().split('\n', 1)[0] ?? error.message;
    throw new CliError('GIT_FAILED', exitCodes.refused, `git cannot tell of ${JSON.stringify(folder)}: ${said}`);
  });
}
