import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Logger } from '#server/logger.ts';
import { WAKE_CHANNEL } from './announcer.ts';

/** Waits before a lost connection is made again, in milliseconds; the last one repeats. */
const RECONNECT_DELAYS_MS = [100, 500, 2_000, 5_000];
/** How often the listening connection has to show that it still delivers, and how long that may take. */
const PROBE_INTERVAL_MS = 15_000;
const PROBE_TIMEOUT_MS = 5_000;
const PROBE_PREFIX = 'probe:';

/** Whether wakes arrive now. Without them readers still notice new events, by polling. */
export type ListenState = 'connecting' | 'listening' | 'lost';

/**
 * The one connection of a server that LISTENs. It says in the log when wakes stop and when they are back, and mends
 * itself. A connection that stands but delivers nothing, as behind a pooler of transactions, is found out by a probe:
 * a message to itself that must arrive.
 */
export class WakeListener implements AsyncDisposable {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #onWake: (organisationId: string | undefined) => void;
  #state: ListenState = 'connecting';
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #awaited: string | undefined;
  #failures = 0;
  #isDisposed = false;

  /** `onWake` gets the organisation whose log has grown, or undefined when any may have, after a time of silence. */
  constructor(pool: pg.Pool, log: Logger, onWake: (organisationId: string | undefined) => void) {
    this.#pool = pool;
    this.#log = log;
    this.#onWake = onWake;
    void this.#connect();
  }

  get state(): ListenState {
    return this.#state;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    await this.#drop();
  }

  async #connect(): Promise<void> {
    // The pool keeps its password where a copy of its options would not find it.
    const client = new pg.Client(this.#pool.options);
    this.#client = client;
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client, new Error('The listening connection ended.')));
    client.on('notification', ({ payload = '' }) => this.#hear(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${WAKE_CHANNEL}`);
      await this.#probe(client);
    } catch (error) {
      this.#lose(client, error);
    }
  }

  #hear(payload: string): void {
    if (!payload.startsWith(PROBE_PREFIX)) return this.#onWake(payload);
    if (payload !== this.#awaited) return;
    this.#awaited = undefined;
    this.#failures = 0;
    if (this.#state === 'lost') this.#log.info('wakes of the log arrive again');
    const wasSilent = this.#state !== 'listening';
    this.#state = 'listening';
    if (wasSilent) this.#onWake(undefined);
    this.#schedule(PROBE_INTERVAL_MS, () => this.#probeAgain());
  }

  /** Sends itself a message through another connection: what arrives proves the whole way. */
  async #probe(client: pg.Client): Promise<void> {
    const probe = `${PROBE_PREFIX}${randomUUID()}`;
    this.#awaited = probe;
    this.#schedule(PROBE_TIMEOUT_MS, () => {
      this.#lose(client, new Error('LISTEN is accepted, but nothing arrives; a pooler may stand in between.'));
    });
    await this.#pool.query('SELECT pg_notify($1, $2)', [WAKE_CHANNEL, probe]);
  }

  #probeAgain(): void {
    const client = this.#client;
    if (client !== undefined) this.#probe(client).catch((error: unknown) => this.#lose(client, error));
  }

  #lose(client: pg.Client, error: unknown): void {
    if (this.#isDisposed || client !== this.#client) return;
    if (this.#state !== 'lost')
      this.#log.warn({ err: error }, 'wakes of the log are lost: polling until they are back');
    this.#state = 'lost';
    void this.#drop();
    const delay = RECONNECT_DELAYS_MS[Math.min(this.#failures++, RECONNECT_DELAYS_MS.length - 1)] ?? 0;
    this.#schedule(delay, () => void this.#connect());
  }

  #schedule(delayMs: number, action: () => void): void {
    clearTimeout(this.#timer);
    if (!this.#isDisposed) this.#timer = setTimeout(action, delayMs).unref();
  }

  /** Lets go of the connection. That it breaks while it is closed is no news. */
  async #drop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch((error: unknown) => this.#log.debug({ err: error }, 'a broken connection did not close'));
  }
}
