import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '#server/logger.ts';
import { StartupError } from '#server/startup-error.ts';
import type { OwnerSession } from './owner-session.ts';

/** Waits before each try to start a PostgreSQL that went away, in milliseconds; there are as many tries as waits. */
const RESTART_DELAYS_MS = [0, 500, 2_000, 5_000, 10_000];
/** How long one must run until the tries are counted from the beginning again, in milliseconds. */
const SOUND_AFTER_MS = 60_000;

export interface SupervisorParts {
  /** Starts or adopts PostgreSQL and takes ownership of it; `onLost` is told when it goes away again. */
  readonly bringUp: (onLost: (error: Error) => void) => Promise<OwnerSession>;
  /** Ends the PostgreSQL that this process owns. */
  readonly takeDown: () => Promise<void>;
  readonly log: Logger;
  readonly delaysMs?: readonly number[];
}

/**
 * Keeps the private PostgreSQL running. When it goes away it is started again, after growing waits; when that does not
 * help it is given up, and `givenUp` rejects with a StartupError that says so.
 */
export class Supervisor {
  /** Never resolves. */
  readonly givenUp: Promise<never>;
  readonly #parts: SupervisorParts;
  readonly #delaysMs: readonly number[];
  readonly #stopping = new AbortController();
  #giveUp: (error: StartupError) => void = () => undefined;
  #owner: OwnerSession | undefined;
  #restarting: Promise<void> | undefined;
  #tries = 0;
  #upSince = 0;
  #outage: string | undefined;

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
    this.#delaysMs = parts.delaysMs ?? RESTART_DELAYS_MS;
    this.givenUp = new Promise((_, reject) => (this.#giveUp = reject));
    // Whoever waits for it hears of it; a test that only starts a database does not wait.
    this.givenUp.catch(() => undefined);
  }

  /** Why there is no PostgreSQL now, for people; undefined while it runs as far as is known. */
  get outage(): string | undefined {
    return this.#outage;
  }

  /** Brings PostgreSQL up for the first time. Throws what `bringUp` throws. */
  async start(): Promise<void> {
    this.#owner = await this.#parts.bringUp((error) => this.#lose(error));
    this.#upSince = Date.now();
  }

  /** Ends what runs, waiting for a restart that is under way. A PostgreSQL that another server owns by now is left alone. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#restarting;
    if (this.#owner === undefined) return;
    // The lock is kept to the end: a server that starts meanwhile must not adopt what is about to go.
    this.#owner.expectLoss();
    await this.#parts.takeDown();
    await this.#owner.end();
  }

  #lose(error: Error): void {
    this.#owner = undefined;
    if (this.#stopping.signal.aborted || this.#restarting !== undefined) return;
    if (Date.now() - this.#upSince > SOUND_AFTER_MS) this.#tries = 0;
    this.#restarting = this.#restart(error).finally(() => (this.#restarting = undefined));
  }

  async #restart(lost: Error): Promise<void> {
    let cause: unknown = lost;
    const began = Date.now();
    for (; this.#tries < this.#delaysMs.length;) {
      const delayMs = this.#delaysMs[this.#tries++] ?? 0;
      this.#outage = `The private PostgreSQL went away and is started again: try ${this.#tries} of ${this.#delaysMs.length}.`;
      this.#parts.log.warn(
        { err: cause, try: this.#tries, of: this.#delaysMs.length, delayMs },
        'the private PostgreSQL went away; it is started again',
      );
      await this.#wait(delayMs);
      if (this.#stopping.signal.aborted) return;
      try {
        await this.start();
        this.#outage = undefined;
        return this.#parts.log.info({ afterMs: Date.now() - began }, 'the private PostgreSQL runs again');
      } catch (error) {
        cause = error;
        if (error instanceof StartupError && error.code === 'DATA_DIR_IN_USE') break;
      }
    }
    this.#end(cause);
  }

  async #wait(ms: number): Promise<void> {
    const { signal } = this.#stopping;
    await pause(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  #end(cause: unknown): void {
    const reason = cause instanceof Error ? cause.message : String(cause);
    this.#outage = `The private PostgreSQL went away and could not be started again. ${reason}`;
    this.#parts.log.fatal({ err: cause }, 'the private PostgreSQL is given up');
    const remedy =
      cause instanceof StartupError
        ? cause.remedy
        : 'Read postgres.log in the data folder, mend what it says, and start again.';
    this.#giveUp(new StartupError('EMBEDDED_LOST', this.#outage, remedy, { cause }));
  }
}
