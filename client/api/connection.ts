import { Client, fetchExchange, type OperationResult } from '@urql/core';
import type { RedactionCounts } from '#schema/documents/redaction/classes.ts';
import { Credential, type TokenSource } from './credential.ts';
import { failureOfAnswer, throwIfRefusal } from './failure.ts';
import type { TypedDocumentString } from './graphql/graphql.ts';
import { idempotencyKey } from './idempotency-key.ts';
import { Refused } from './refused.ts';
import { payloadOf, type PayloadOf } from './result.ts';
import { withRetries } from './retry.ts';
import { withoutSecrets } from './without-secrets.ts';
import { ServerFault } from './server-fault.ts';
import { ServerUnreachable } from './server-unreachable.ts';
import { chunksOf } from './streams/chunks-of.ts';
import type { StreamOptions } from './streams/follow.ts';
import { dataOfResult, resultsOverHttp, type StreamResult } from './streams/over-http.ts';
import { StreamSocket, type WebSocketClass } from './streams/over-socket.ts';

/** Longest wait for one answer, in milliseconds. */
export const DEFAULT_TIMEOUT_MS = 30_000;

export interface ConnectionOptions {
  /** Where the server is, without a path: http://127.0.0.1:4400. */
  readonly serverUrl: string;
  /**
   * Sent as a bearer token; without one only public routes answer. A function is asked for one at first use, when the one
   * it gave is about to expire, and when the server has refused it.
   */
  readonly token?: string | TokenSource | undefined;
  readonly timeoutMs?: number | undefined;
  /** Values that must not leave this machine, wherever they stand in the input of a command. */
  readonly secretValues?: readonly string[];
  /** Told what was replaced in the input of a command, here and by the server, by class. */
  readonly onRedactions?: (counts: RedactionCounts) => void;
  /** Waits between attempts; an empty list means one attempt. */
  readonly retryDelaysMs?: readonly number[];
  /**
   * What carries streams: a response each, or one WebSocket for all. A page takes the WebSocket, since browsers open few
   * connections to one server. Server-sent events when left out.
   */
  readonly transport?: 'sse' | 'websocket' | undefined;
  /** The WebSocket class where the platform has none: that of the package `ws`, on Node before 22. */
  readonly webSocket?: WebSocketClass | undefined;
}

/** The input of a command as callers write it: the key is optional, since the connection makes one. */
export type Keyless<I> = Omit<I, 'idempotencyKey'> & { idempotencyKey?: string | undefined };

type Answer = { __typename: string };

/** A signed-in caller of one server. Each method throws Refused, ServerFault or ServerUnreachable. */
export class Connection {
  readonly serverUrl: string;
  readonly #options: ConnectionOptions;
  readonly #client: Client;
  readonly #credential: Credential;
  readonly #timeoutMs: number;
  #socket: StreamSocket | undefined;

  constructor(options: ConnectionOptions) {
    this.serverUrl = options.serverUrl.replace(/\/+$/, '');
    this.#options = options;
    this.#credential = new Credential(options.token);
    this.#timeoutMs = options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    this.#client = new Client({
      url: `${this.serverUrl}/graphql`,
      exchanges: [fetchExchange],
      preferGetMethod: false,
      fetch: async (input, init) => this.#ofKernel(await this.#fetchWhole(input, init)),
    });
  }

  /** Asks. Repeated when the answer is lost. */
  ask<T, V extends Record<string, unknown>>(document: TypedDocumentString<T, V>, variables: V): Promise<T> {
    return withRetries(
      async () => dataOf(await this.#client.query<T, V>(String(document), variables)),
      this.#options.retryDelaysMs,
    );
  }

  /** Runs a command under an idempotency key, the caller's or a new one, and repeats it under that key when its answer is lost. */
  command<R extends Answer, I extends { idempotencyKey: string }>(
    document: TypedDocumentString<{ result: R }, { input: I }>,
    input: Keyless<I>,
  ): Promise<PayloadOf<R>> {
    const keyed = { ...input, idempotencyKey: input.idempotencyKey ?? idempotencyKey() } as unknown as I;
    return withRetries(async () => this.#mutate(document, keyed), this.#options.retryDelaysMs);
  }

  /** Runs a command that carries no key. It is sent once: the caller decides whether to repeat it. */
  update<R extends Answer, I>(
    document: TypedDocumentString<{ result: R }, { input: I }>,
    input: I,
  ): Promise<PayloadOf<R>> {
    return this.#mutate(document, input);
  }

  /**
   * Follows a subscription until the server ends it or `signal` fires. Leaving the loop lets go of the stream. It is not
   * resumed here: see streams/follow.ts.
   */
  async *stream<T, V extends Record<string, unknown>>(
    document: TypedDocumentString<T, V>,
    variables: V,
    { onOpen = () => undefined, signal = new AbortController().signal }: StreamOptions = {},
  ): AsyncGenerator<T> {
    if (signal.aborted) return;
    const operation = { query: String(document), variables };
    const results =
      this.#options.transport === 'websocket'
        ? this.#openSocket().results(operation, onOpen, signal)
        : this.#overHttp(operation, onOpen, signal);
    for await (const result of results) yield dataOfResult<T>(result);
  }

  /** Whether there is a credential that the server has not refused; asks for another when it has refused the last. */
  isRenewed(): Promise<boolean> {
    return this.#credential.isRenewed();
  }

  /** Sends bytes to one of the plain routes beside GraphQL, and gives its JSON answer. `path` begins with a slash. */
  async send(path: string, init: RequestInit): Promise<unknown> {
    return requireOk(await this.#fetchWhole(`${this.serverUrl}${path}`, init)).json();
  }

  /** The bytes that a plain route gives, as they come. `path` begins with a slash. */
  async *bytes(path: string): AsyncGenerator<Uint8Array> {
    const leaving = new AbortController();
    try {
      yield* chunksOf(this.serverUrl, requireOk(await this.#fetch(`${this.serverUrl}${path}`, {}, leaving)), leaving);
    } finally {
      leaving.abort();
    }
  }

  /** Whether the server can do its work: its database answers and is migrated. */
  isReady(): Promise<boolean> {
    return withRetries(async () => (await this.#fetch(`${this.serverUrl}/readyz`)).ok, this.#options.retryDelaysMs);
  }

  async #mutate<R extends Answer, I>(
    document: TypedDocumentString<{ result: R }, { input: I }>,
    input: I,
  ): Promise<PayloadOf<R>> {
    const { secretValues = [], onRedactions = () => undefined } = this.#options;
    const { value, counts } = withoutSecrets(input, secretValues);
    const answer = await this.#client.mutation<{ result: R }, { input: I }>(String(document), { input: value });
    onRedactions(counts);
    onRedactions((answer.extensions?.['redactions'] ?? {}) as RedactionCounts);
    return payloadOf(dataOf(answer).result);
  }

  #openSocket(): StreamSocket {
    const { webSocket } = this.#options;
    this.#socket ??= new StreamSocket(this.serverUrl, this.#credential, this.#timeoutMs, webSocket);
    return this.#socket;
  }

  async *#overHttp(operation: object, onOpen: () => void, signal: AbortSignal): AsyncGenerator<StreamResult> {
    const leaving = new AbortController();
    const leave = () => leaving.abort();
    signal.addEventListener('abort', leave);
    try {
      const headers = { 'content-type': 'application/json', accept: 'text/event-stream' };
      const token = await this.#credential.token();
      const init = { method: 'POST', headers, body: JSON.stringify(operation) };
      const response = await this.#fetch(`${this.serverUrl}/graphql`, init, leaving);
      onOpen();
      for await (const result of resultsOverHttp(this.serverUrl, response, leaving)) {
        if (result.errors?.[0]?.extensions?.['code'] === 'UNAUTHENTICATED') this.#credential.refuse(token);
        yield result;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      signal.removeEventListener('abort', leave);
      leave();
    }
  }

  /** As #fetch, with the whole body: a connection that breaks amid it has given no answer. */
  async #fetchWhole(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const response = await this.#fetch(input, init);
    return new Response(await response.arrayBuffer().catch((cause: unknown) => this.#giveUp(cause)), response);
  }

  /** Another program may listen at the address, and a proxy may answer with a page of its own. */
  #ofKernel(response: Response): Response {
    if ((response.headers.get('content-type') ?? '').includes('json')) return response;
    return this.#giveUp(new Error('what answers there is no Kernel server'));
  }

  /** A request whose token is refused is sent once more when there is another token. */
  async #fetch(input: RequestInfo | URL, init: RequestInit = {}, streaming?: AbortController): Promise<Response> {
    const token = await this.#credential.token();
    try {
      return await this.#send(input, init, token, streaming);
    } catch (error) {
      if (!isUnauthenticated(error)) throw error;
      this.#credential.refuse(token);
      if (!isRepeatable(init) || !(await this.#credential.isRenewed())) throw error;
    }
    return this.#send(input, init, await this.#credential.token(), streaming);
  }

  /** `streaming` is for an answer that goes on: the time runs only until it begins, and its signal ends it. */
  async #send(
    input: RequestInfo | URL,
    init: RequestInit,
    token: string | undefined,
    streaming: AbortController | undefined,
  ): Promise<Response> {
    const timeoutMs = this.#timeoutMs;
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const signal = streaming?.signal ?? AbortSignal.timeout(timeoutMs);
    const begin = setTimeout(() => streaming?.abort(new DOMException('no answer', 'TimeoutError')), timeoutMs);
    const response = await fetch(input, { ...init, headers, signal })
      .catch((cause: unknown) => this.#giveUp(cause))
      .finally(() => clearTimeout(begin));
    if (response.ok) return response;
    const text = await response.text().catch((cause: unknown) => this.#giveUp(cause));
    throwIfRefusal(response, text);
    return new Response(text, response);
  }

  #giveUp(cause: unknown): never {
    throw new ServerUnreachable(this.serverUrl, cause, this.#timeoutMs);
  }
}

function dataOf<T>(result: OperationResult<T>): T {
  if (result.error !== undefined) throw failureOfAnswer(result.error);
  if (result.data === undefined || result.data === null) throw new ServerFault('The server answered without data.');
  return result.data;
}

function requireOk(response: Response): Response {
  if (!response.ok) throw new ServerFault(`The server answered with status ${response.status}.`);
  return response;
}

const isUnauthenticated = (error: unknown): boolean => error instanceof Refused && error.code === 'UNAUTHENTICATED';

/** Whether the same request can be sent once more: a body that is a stream has been read. */
const isRepeatable = ({ body }: RequestInit): boolean => !(body instanceof ReadableStream);
