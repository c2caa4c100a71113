import type { Database } from '#server/db/connect.ts';
import type { Logger } from '#server/logger.ts';
import { type Follower, LogTail, type TailSource } from './log-tail.ts';
import { type ListenState, WakeListener } from './wake-listener.ts';

/** How long a lost wake can go unnoticed, in milliseconds. */
const POLL_INTERVAL_MS = 1_000;

/** One follower's hold on the end of a log. */
export interface Following {
  /** The place from which on events are handed over: everything up to it is committed and can be read. */
  readonly from: Promise<bigint>;
  /** Lets go; nothing is handed over any more. Calling it again does nothing. */
  release(): void;
}

/** What the sequencer holds right now, for tests and for operators. */
export interface SequencerCensus {
  readonly tails: number;
  readonly followers: number;
  readonly listening: ListenState | 'idle';
}

/**
 * Hands new events to whoever follows a log, in the order of the log, each once. The rows are the truth: a wake through
 * PostgreSQL only says when to look, and a poll looks anyway. It costs nothing while nobody follows.
 */
export class Sequencer implements AsyncDisposable {
  readonly #database: Pick<Database, 'prisma' | 'pool'>;
  readonly #log: Logger;
  readonly #onEvent: Follower;
  readonly #tails = new Map<string, LogTail>();
  #listener: WakeListener | undefined;
  #poll: NodeJS.Timeout | undefined;
  #isPolling = false;

  /** `onEvent` is told of each new event of a log that is followed, once, before its followers are. */
  constructor(database: Pick<Database, 'prisma' | 'pool'>, log: Logger, onEvent: Follower = () => undefined) {
    this.#database = database;
    this.#log = log;
    this.#onEvent = onEvent;
  }

  /** Follows the log of an organisation from now on. */
  follow(organisationId: string, follower: Follower): Following {
    const tail = this.#tailOf(organisationId);
    tail.add(follower);
    // Read now: events committed up to here are the caller's to read, those after come through the follower.
    const from = tail.seq === undefined ? tail.start : Promise.resolve(tail.seq);
    // Whoever waits for `from` hears of a failed start; whoever let go before does not have to.
    from.catch(() => this.#forget(organisationId, tail));
    return {
      from,
      release: () => {
        tail.remove(follower);
        if (tail.followers === 0) this.#forget(organisationId, tail);
      },
    };
  }

  census(): SequencerCensus {
    const followers = [...this.#tails.values()].reduce((sum, tail) => sum + tail.followers, 0);
    return { tails: this.#tails.size, followers, listening: this.#listener?.state ?? 'idle' };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#tails.clear();
    this.#stopPolling();
    await this.#listener?.[Symbol.asyncDispose]();
  }

  #tailOf(organisationId: string): LogTail {
    const known = this.#tails.get(organisationId);
    if (known !== undefined) return known;
    const tail = new LogTail(this.#sourceOf(organisationId));
    this.#tails.set(organisationId, tail);
    this.#listener ??= new WakeListener(this.#database.pool, this.#log, (id) => this.#wake(id));
    this.#poll ??= setInterval(() => void this.#pollOnce(), POLL_INTERVAL_MS).unref();
    return tail;
  }

  #forget(organisationId: string, tail: LogTail): void {
    if (this.#tails.get(organisationId) === tail) this.#tails.delete(organisationId);
    if (this.#tails.size === 0) this.#stopPolling();
  }

  #stopPolling(): void {
    clearInterval(this.#poll);
    this.#poll = undefined;
  }

  #wake(organisationId: string | undefined): void {
    if (organisationId !== undefined) return this.#tails.get(organisationId)?.wake();
    for (const tail of this.#tails.values()) tail.wake();
  }

  /** Asks once for all logs that are followed which of them have grown. */
  async #pollOnce(): Promise<void> {
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      const where = { id: { in: [...this.#tails.keys()] } };
      const ends = await this.#database.prisma.organisation.findMany({
        where,
        select: { id: true, lastEventSeq: true },
      });
      for (const { id, lastEventSeq } of ends) {
        const tail = this.#tails.get(id);
        if (tail?.seq !== undefined && lastEventSeq > tail.seq) tail.wake();
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'the log could not be polled');
    } finally {
      this.#isPolling = false;
    }
  }

  #sourceOf(organisationId: string): TailSource {
    const { prisma } = this.#database;
    return {
      lastSeq: async () => {
        const where = { id: organisationId };
        return (await prisma.organisation.findUniqueOrThrow({ where, select: { lastEventSeq: true } })).lastEventSeq;
      },
      eventsAfter: (seq, limit) =>
        prisma.event.findMany({ where: { organisationId, seq: { gt: seq } }, orderBy: { seq: 'asc' }, take: limit }),
      onEvent: this.#onEvent,
      onFault: (error) => this.#log.warn({ err: error }, 'the end of the log could not be read; it is tried again'),
    };
  }
}
