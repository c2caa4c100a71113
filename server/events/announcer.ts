import type pg from 'pg';
import type { Logger } from '#server/logger.ts';

/** The channel on which PostgreSQL tells every server that the log of an organisation, named by its id, has grown. */
export const WAKE_CHANNEL = 'kernel_log';

/**
 * Tells every server that logs have grown, after the commit that made them grow. Within the transaction a NOTIFY would
 * cost more: PostgreSQL lets one committing transaction with a NOTIFY pass at a time in the whole database, and each waits
 * for the disk. One that is never sent, because this server died, costs the others the wait for their next poll.
 */
export class Announcer implements AsyncDisposable {
  readonly #pool: Pick<pg.Pool, 'query'>;
  readonly #log: Logger;
  readonly #grown = new Set<string>();
  #telling: Promise<void> | undefined;

  constructor(pool: Pick<pg.Pool, 'query'>, log: Logger) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Returns at once. What grows while a statement is under way is told together by the next one. */
  announce(organisationId: string): void {
    this.#grown.add(organisationId);
    this.#telling ??= this.#tell().finally(() => (this.#telling = undefined));
  }

  /** Returns once everything was told. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#telling;
  }

  async #tell(): Promise<void> {
    while (this.#grown.size > 0) {
      const grown = [...this.#grown];
      this.#grown.clear();
      try {
        await this.#pool.query('SELECT pg_notify($1, "id") FROM unnest($2::text[]) AS "id"', [WAKE_CHANNEL, grown]);
      } catch (error) {
        this.#log.warn({ err: error }, 'a growth of the log was not announced: readers notice it by polling');
      }
    }
  }
}
