import type { Stats } from 'node:fs';
import { StoreError } from '../store-error.ts';

const OTHERS = 0o077;

/**
 * Refuses what is not of its kind and, by the `private` rule, what is not ours or open to others. Throws UNSAFE with the
 * command that mends it.
 */
export function refuseUnsafe(stats: Stats, path: string, kind: 'folder' | 'file', rule: 'private' | 'plain'): void {
  if (kind === 'folder' ? !stats.isDirectory() : !stats.isFile()) {
    throw new StoreError('UNSAFE', `${path} is no plain ${kind}.`, 'Move it away, then try again.');
  }
  const self = process.geteuid?.();
  if (self === undefined || rule === 'plain') return;
  if (stats.uid !== self) {
    throw new StoreError(
      'UNSAFE',
      `${path} belongs to another user (uid ${stats.uid}).`,
      'Use a folder of your own: set XDG_DATA_HOME and XDG_STATE_HOME.',
    );
  }
  if ((stats.mode & OTHERS) === 0) return;
  const mode = (stats.mode & 0o777).toString(8);
  const right = kind === 'folder' ? '700' : '600';
  throw new StoreError('UNSAFE', `${path} is open to other users (mode ${mode}).`, `Run: chmod ${right} ${path}`);
}
