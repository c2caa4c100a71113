import { realpath } from 'node:fs/promises';
import type { ClaimedEntry } from '../launches/launch-entry.ts';

/** The folders in which sessions work now: one session in each, since two would write over each other. */
export class Workspaces {
  readonly #held = new Map<string, { readonly real: string; readonly sessionId: string }>();

  /** Reserves a folder for a launch, by its real path. Returns the session that has it, if another one does. */
  async take({ launchId, session: { workspace, sessionId } }: ClaimedEntry): Promise<string | undefined> {
    const real = await realpath(workspace).catch(() => workspace);
    const holder = [...this.#held].find(([other, held]) => other !== launchId && held.real === real);
    if (holder !== undefined) return holder[1].sessionId;
    this.#held.set(launchId, { real, sessionId });
    return undefined;
  }

  release(launchId: string): void {
    this.#held.delete(launchId);
  }
}
