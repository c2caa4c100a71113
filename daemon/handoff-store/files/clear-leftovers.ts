import { rmSync } from 'node:fs';
import { LEFTOVER_AGE_MS } from '../limits.ts';
import type { Folder } from './folder.ts';

/**
 * Removes what killed processes left in a folder of unfinished things: entries with `prefix` that nobody has touched
 * for an hour. A living process finishes within seconds.
 */
export function clearLeftovers(folder: Folder, prefix: string, now: Date): void {
  for (const name of folder.names()) {
    if (!name.startsWith(prefix)) continue;
    const changedAt = folder.stat(name)?.mtimeMs;
    if (changedAt === undefined || now.getTime() - changedAt < LEFTOVER_AGE_MS) continue;
    rmSync(folder.pathOf(name), { recursive: true, force: true });
  }
}
