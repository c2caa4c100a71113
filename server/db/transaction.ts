import type { Prisma, PrismaClient } from '#prisma/generated/client/client.ts';
import type { EventDraft } from '#server/events/event-types.ts';
import { insertEvents } from '#server/events/insert-events.ts';
import type { Clock } from '#server/clock.ts';
import type { Ids } from '#server/ids.ts';
import { isRetryable } from './retry.ts';

/** How often a transaction is tried when PostgreSQL says that it collided with another one. */
const MAX_ATTEMPTS = 5;
/** Longest time a command may hold its transaction, in milliseconds. */
const TRANSACTION_TIMEOUT_MS = 15_000;
/** Longest wait for a free connection, in milliseconds. */
const CONNECTION_WAIT_MS = 10_000;

/** One running transaction: reads and writes through `db`, facts through `record`, effects after the commit. */
export interface Tx {
  readonly db: Prisma.TransactionClient;
  /** The transaction's one reading of the clock, so that everything it writes carries the same time. */
  readonly now: Date;
  /** Adds a fact to the log. Its place in the log is given as the last act of the transaction. */
  record(event: EventDraft): void;
  /** Runs once the change is safe on disk; never when it rolled back. */
  afterCommit(effect: () => void): void;
}

export interface TransactionDeps {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly announce: (organisationId: string) => void;
  /** Names of the migrations that this build knows. */
  readonly migrations: readonly string[];
}

/**
 * Runs `work` in one transaction and commits its events with it. Collisions are retried from the start, so `work`
 * must have no effect but through `tx`. Errors thrown by `work` roll everything back and reach the caller unchanged.
 */
export async function inTransaction<T>(deps: TransactionDeps, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const events: EventDraft[] = [];
    const effects: (() => void)[] = [];
    try {
      const result = await deps.prisma.$transaction(
        async (db) => {
          const now = deps.clock.now();
          const tx: Tx = {
            db,
            now,
            record: (event) => events.push(event),
            afterCommit: (effect) => effects.push(effect),
          };
          const value = await work(tx);
          await insertEvents(db, deps.ids, now, events, deps.migrations);
          return value;
        },
        { timeout: TRANSACTION_TIMEOUT_MS, maxWait: CONNECTION_WAIT_MS },
      );
      const organisationId = events[0]?.organisationId;
      if (organisationId !== undefined) deps.announce(organisationId);
      for (const effect of effects) effect();
      return result;
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
    }
  }
}
