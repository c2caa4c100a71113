import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson } from '../durable/read-json.ts';
import { syncFolder, writeDurably } from '../durable/write-file.ts';
import { launchEntry, type LaunchEntry } from './launch-entry.ts';

/** Ended launches that are kept with their output, newest first, for a person who looks what happened. */
const KEPT_ENDED = 20;
/** What a try keeps of its workspace, contents of files among it, for as long as the session runs. */
const OF_THE_WORKSPACE = ['git', 'notes-before'];

/** Tells of a launch whether the server lacks something of it: it would ask for that again. */
interface Untold {
  holds(launchId: string): boolean;
}

/**
 * What this machine did about each launch, one folder each, synced to disk before the step it speaks of. It is what makes
 * one intent one process when the daemon is killed at any moment.
 */
export class LaunchLedger {
  readonly #folder: string;
  readonly #entries: Map<string, LaunchEntry>;
  /** By launch, the write that is under way: writes of one entry take turns, so the newest stands. */
  readonly #writes = new Map<string, Promise<void>>();

  private constructor(folder: string, entries: Map<string, LaunchEntry>) {
    this.#folder = folder;
    this.#entries = entries;
  }

  /** Reads the ledger of a folder, which may be missing. A folder without a readable entry is no launch. */
  static async open(folder: string): Promise<LaunchLedger> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const entries = new Map<string, LaunchEntry>();
    for (const name of await readdir(folder)) {
      const entry = await readJson(join(folder, name, 'entry.json'), launchEntry);
      if (entry !== undefined) entries.set(entry.launchId, entry);
    }
    return new LaunchLedger(folder, entries);
  }

  /** Launches that have not ended here. */
  get open(): LaunchEntry[] {
    return [...this.#entries.values()].filter(({ phase }) => phase !== 'ENDED');
  }

  find(launchId: string): LaunchEntry | undefined {
    return this.#entries.get(launchId);
  }

  /** A new entry for a command that is about to be claimed. */
  async begin(launchId: string, commandId: string): Promise<LaunchEntry> {
    const entry = {
      launchId,
      commandId,
      claimToken: randomUUID(),
      phase: 'CLAIMING',
      attempt: 1,
      readBytes: 0,
    } as const;
    return this.write(entry);
  }

  /** Writes an entry, and returns once it is safe on disk. */
  async write(entry: LaunchEntry): Promise<LaunchEntry> {
    const checked = launchEntry.parse(entry);
    const { launchId } = checked;
    const before = this.#writes.get(launchId) ?? Promise.resolve();
    const path = join(this.#folder, launchId, 'entry.json');
    // Whoever asked for the write before this one heard of its failure; this one only waits for its turn.
    const write = before.catch(() => undefined).then(() => writeDurably(path, JSON.stringify(checked, null, 2)));
    this.#writes.set(launchId, write);
    await write;
    this.#entries.set(launchId, checked);
    return checked;
  }

  /** The folder of one try, made if it is missing: output, exit code and settings of its process lie there. */
  async attemptFolder({ launchId, attempt }: Pick<LaunchEntry, 'launchId' | 'attempt'>): Promise<string> {
    const folder = join(this.#folder, launchId, `attempt-${attempt}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await syncFolder(join(this.#folder, launchId));
    return folder;
  }

  /** Removes what a launch that ended kept of its workspace, and prunes. */
  async tidy(launchId: string, untold: Untold): Promise<void> {
    const found = await readdir(join(this.#folder, launchId));
    for (const attempt of found.filter((name) => name.startsWith('attempt-'))) {
      for (const name of OF_THE_WORKSPACE) {
        await rm(join(this.#folder, launchId, attempt, name), { recursive: true, force: true });
      }
    }
    await this.prune(untold);
  }

  /** Forgets ended launches, with all they left here, but the newest and those that are not told to the end. */
  async prune(untold: Untold): Promise<void> {
    const ended = [...this.#entries.values()].filter(({ phase }) => phase === 'ENDED').map(({ launchId }) => launchId);
    for (const launchId of ended.sort().reverse().slice(KEPT_ENDED)) {
      if (untold.holds(launchId)) continue;
      await rm(join(this.#folder, launchId), { recursive: true, force: true });
      this.#entries.delete(launchId);
    }
  }
}
