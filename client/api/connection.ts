import {
  Client,
  CombinedError,
  fetchExchange,
  stringifyDocument,
  type OperationResult,
  type TypedDocumentNode,
} from '@urql/core';
import { chunksOf } from './chunks-of.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { Refused } from './refused.ts';
import { payloadOf, type PayloadOf } from './result.ts';
import { withRetries } from './retry.ts';
import { ServerFault } from './server-fault.ts';
import { readServerSentEvents } from './server-sent-events.ts';
import { ServerUnreachable } from './server-unreachable.ts';

/** Longest wait for one answer, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;

export interface ConnectionOptions {
  /** Where the server is, without a path: http://127.0.0.1:4400. */
  readonly serverUrl: string;
  /** Sent as a bearer token; without one only public routes answer. */
  readonly token?: string | undefined;
  readonly timeoutMs?: number | undefined;
  /** Waits between attempts; an empty list means one attempt. */
  readonly retryDelaysMs?: readonly number[];
}

/** The input of a command as callers write it: the key is optional, since the connection makes one. */
export type Keyless<I> = Omit<I, 'idempotencyKey'> & { idempotencyKey?: string | undefined };

type Answer = { __typename: string };

/** A signed-in caller of one server. Each method throws Refused, ServerFault or ServerUnreachable. */
export class Connection {
  readonly serverUrl: string;
  readonly #options: ConnectionOptions;
  readonly #client: Client;

  constructor(options: ConnectionOptions) {
    this.serverUrl = options.serverUrl.replace(/\/+$/, '');
    this.#options = options;
    this.#client = new Client({
      url: `${this.serverUrl}/graphql`,
      exchanges: [fetchExchange],
      preferGetMethod: false,
      fetch: (input, init) => this.#fetch(input, init),
    });
  }

  /** Asks. Repeated when the answer is lost. */
  ask<T, V extends Record<string, unknown>>(document: TypedDocumentNode<T, V>, variables: V): Promise<T> {
    return withRetries(async () => dataOf(await this.#client.query(document, variables)), this.#options.retryDelaysMs);
  }

  /** Runs a command under an idempotency key, the caller's or a new one, and repeats it under that key when its answer is lost. */
  command<R extends Answer, I extends { idempotencyKey: string }>(
    document: TypedDocumentNode<{ result: R }, { input: I }>,
    input: Keyless<I>,
  ): Promise<PayloadOf<R>> {
    const keyed = { ...input, idempotencyKey: input.idempotencyKey ?? idempotencyKey() } as unknown as I;
    return withRetries(async () => this.#mutate(document, keyed), this.#options.retryDelaysMs);
  }

  /** Runs a command that carries no key. It is sent once: the caller decides whether to repeat it. */
  update<R extends Answer, I>(
    document: TypedDocumentNode<{ result: R }, { input: I }>,
    input: I,
  ): Promise<PayloadOf<R>> {
    return this.#mutate(document, input);
  }

  /**
   * Follows a subscription until the server ends it. Leaving the loop closes the connection. It is not resumed here:
   * see resume.ts.
   */
  async *stream<T, V extends Record<string, unknown>>(
    document: TypedDocumentNode<T, V>,
    variables: V,
  ): AsyncGenerator<T> {
    const leaving = new AbortController();
    try {
      const body = JSON.stringify({ query: stringifyDocument(document), variables });
      const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
      const init = { method: 'POST', headers, body };
      const response = await this.#fetch(`${this.serverUrl}/graphql`, init, leaving);
      for await (const { event, data } of readServerSentEvents(chunksOf(this.serverUrl, response, leaving))) {
        if (event === 'complete') return;
        yield resultOf<T>(data);
      }
    } finally {
      leaving.abort();
    }
  }

  /** A request to one of the plain routes beside GraphQL, such as an upload. `path` begins with a slash. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const response = await this.#fetch(`${this.serverUrl}${path}`, init);
    if (!response.ok) throw new ServerFault(`The server answered ${path} with status ${response.status}.`);
    return response;
  }

  /** Whether the server can do its work: its database answers and is migrated. */
  isReady(): Promise<boolean> {
    return withRetries(async () => (await this.#fetch(`${this.serverUrl}/readyz`)).ok, this.#options.retryDelaysMs);
  }

  async #mutate<R extends Answer, I>(
    document: TypedDocumentNode<{ result: R }, { input: I }>,
    input: I,
  ): Promise<PayloadOf<R>> {
    return payloadOf(dataOf(await this.#client.mutation(document, { input })).result);
  }

  /** `streaming` is for an answer that goes on: the time runs only until it begins, and its signal ends it. */
  async #fetch(input: RequestInfo | URL, init: RequestInit = {}, streaming?: AbortController): Promise<Response> {
    const timeoutMs = this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    const headers = new Headers(init.headers);
    if (this.#options.token !== undefined) headers.set('authorization', `Bearer ${this.#options.token}`);
    const signal = streaming?.signal ?? AbortSignal.timeout(timeoutMs);
    const begin = setTimeout(() => streaming?.abort(new DOMException('no answer', 'TimeoutError')), timeoutMs);
    const response = await fetch(input, { ...init, headers, signal })
      .catch((cause: unknown) => {
        throw new ServerUnreachable(this.serverUrl, cause, timeoutMs);
      })
      .finally(() => clearTimeout(begin));
    if (!response.ok) await throwIfRefusal(response.clone());
    return response;
  }
}

/** The plain routes, and the edge in front of GraphQL, refuse with `{ error: { code, message, details? } }`. */
async function throwIfRefusal(response: Response): Promise<void> {
  if (!(response.headers.get('content-type') ?? '').includes('json')) return;
  const body = (await response.json()) as {
    error?: { code?: string; message?: string; details?: { event_id?: string } };
  } | null;
  const error = body?.error;
  if (error?.code === undefined) return;
  if (error.code === 'INTERNAL') throw new ServerFault(error.message ?? 'The server failed.', error.details?.event_id);
  throw new Refused(error.code, error.message ?? error.code);
}

function dataOf<T>(result: OperationResult<T>): T {
  if (result.error !== undefined) throw failureOf(result.error);
  if (result.data === undefined || result.data === null) throw new ServerFault('The server answered without data.');
  return result.data;
}

/** The data of one result of a stream. Throws what its errors say. */
function resultOf<T>(text: string): T {
  const { data, errors } = JSON.parse(text) as { data?: T | null; errors?: { message: string }[] };
  if (errors !== undefined) throw failureOf(new CombinedError({ graphQLErrors: errors }));
  if (data === undefined || data === null) throw new ServerFault('The server answered without data.');
  return data;
}

function failureOf(error: CombinedError): Error {
  if (error.networkError !== undefined) return error.networkError;
  const first = error.graphQLErrors[0];
  if (first === undefined) return new ServerFault('The server answered with an error it did not describe.');
  const { code, eventId, http: _http, ...details } = first.extensions as Record<string, unknown>;
  if (typeof code !== 'string') return new ServerFault(first.message);
  if (code === 'INTERNAL') return new ServerFault(first.message, typeof eventId === 'string' ? eventId : undefined);
  return new Refused(code, first.message, details);
}
