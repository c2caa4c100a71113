import { type Client, createClient } from 'graphql-ws';
import type { Credential } from '../credential.ts';
import { type ErrorEntry, failureOf } from '../failure.ts';
import { Refused } from '../refused.ts';
import { ServerUnreachable } from '../server-unreachable.ts';
import { Arrivals } from './arrivals.ts';
import { failureOfClose } from './close-reason.ts';
import type { StreamResult } from './over-http.ts';

/** How often the server is asked whether it lives, and how long its answer may take, in milliseconds. */
const KEEP_ALIVE_MS = 12_000;
const PONG_TIMEOUT_MS = 15_000;

/** A WebSocket class: the platform's own, or that of the package `ws` on a Node that has none. */
export type WebSocketClass = new (url: string, protocols?: string | string[]) => object;

/**
 * The WebSocket that all streams of one connection share. It is opened with the first of them and closed after the last.
 * It never reconnects: whoever follows does, and the first to try opens it anew for all.
 */
export class StreamSocket {
  readonly #serverUrl: string;
  readonly #credential: Credential;
  readonly #timeoutMs: number;
  readonly #client: Client;
  readonly #onAcknowledged = new Set<() => void>();
  #isAcknowledged = false;
  #sentToken: string | undefined;
  #alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(serverUrl: string, credential: Credential, timeoutMs: number, webSocket: WebSocketClass | undefined) {
    this.#serverUrl = serverUrl;
    this.#credential = credential;
    this.#timeoutMs = timeoutMs;
    this.#client = createClient({
      url: `${serverUrl.replace(/^http/, 'ws')}/graphql`,
      webSocketImpl: webSocket,
      retryAttempts: 0,
      keepAlive: KEEP_ALIVE_MS,
      connectionAckWaitTimeout: timeoutMs,
      connectionParams: () => this.#signIn(),
      on: {
        connected: () => this.#acknowledge(),
        ping: (isReceived) => isReceived || this.#expectPong(),
        pong: (isReceived) => isReceived && clearTimeout(this.#alarm),
        closed: () => this.#forget(),
      },
    });
  }

  /** The results of a subscription until the server ends it or `signal` fires. `onOpen` is told once the server has taken the connection. */
  async *results(
    operation: { readonly query: string; readonly variables: Record<string, unknown> },
    onOpen: () => void,
    signal: AbortSignal,
  ): AsyncGenerator<StreamResult> {
    const arrivals = new Arrivals<StreamResult>();
    const leave = () => arrivals.end();
    const unsubscribe = this.#client.subscribe<Record<string, unknown>>(operation, {
      next: (result) => arrivals.add(result),
      error: (error) => arrivals.fail(this.#failureOf(error)),
      complete: leave,
    });
    // A connection that neither stands nor fails is left to the system; this stream waits for it no longer.
    const alarm = setTimeout(() => arrivals.fail(this.#unanswered()), this.#timeoutMs);
    const opened = () => {
      clearTimeout(alarm);
      onOpen();
    };
    signal.addEventListener('abort', leave);
    if (this.#isAcknowledged) opened();
    else this.#onAcknowledged.add(opened);
    try {
      yield* arrivals;
    } finally {
      clearTimeout(alarm);
      signal.removeEventListener('abort', leave);
      this.#onAcknowledged.delete(opened);
      unsubscribe();
    }
  }

  async #signIn(): Promise<Record<string, unknown>> {
    this.#sentToken = await this.#credential.token();
    return this.#sentToken === undefined ? {} : { authorization: `Bearer ${this.#sentToken}` };
  }

  #failureOf(error: unknown): Error {
    const failure = Array.isArray(error)
      ? failureOf(error as ErrorEntry[])
      : failureOfClose(error, this.#serverUrl, this.#timeoutMs);
    if (failure instanceof Refused && failure.code === 'UNAUTHENTICATED') this.#credential.refuse(this.#sentToken);
    return failure;
  }

  #unanswered(): ServerUnreachable {
    return new ServerUnreachable(this.#serverUrl, new DOMException('no answer', 'TimeoutError'), this.#timeoutMs);
  }

  #acknowledge(): void {
    this.#isAcknowledged = true;
    for (const onOpen of this.#onAcknowledged) onOpen();
    this.#onAcknowledged.clear();
  }

  /** Drops a connection whose server does not answer. */
  #expectPong(): void {
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(() => this.#client.terminate(), PONG_TIMEOUT_MS);
  }

  #forget(): void {
    clearTimeout(this.#alarm);
    this.#isAcknowledged = false;
  }
}
