import type { ExecutionResult } from 'graphql';
import { withoutHttp } from '../graphql/without-http.ts';
import type { SocketConnection } from './socket-connection.ts';
import type { WrittenResult } from './viewer-group.ts';

/**
 * Sends the results of one subscription, no faster than the client reads. To graphql-ws it is a stream that gives
 * nothing and ends when the results do, since graphql-ws would write the JSON of each result anew for each reader.
 */
export class SocketDelivery implements AsyncGenerator<never, undefined> {
  readonly #connection: SocketConnection;
  readonly #id: string;
  readonly #results: AsyncIterator<ExecutionResult>;

  constructor(connection: SocketConnection, id: string, results: AsyncIterator<ExecutionResult>) {
    this.#connection = connection;
    this.#id = id;
    this.#results = results;
  }

  async next(): Promise<IteratorResult<never, undefined>> {
    const before = `{"id":${JSON.stringify(this.#id)},"type":"next","payload":`;
    for (;;) {
      const next = await this.#results.next();
      if (next.done === true) return { done: true, value: undefined };
      const result = next.value;
      if (isTooSlow(result)) this.#connection.slowOperation = this.#id;
      await this.#connection.send(`${before}${textOf(result)}}`);
    }
  }

  async return(): Promise<IteratorResult<never, undefined>> {
    await this.#results.return?.();
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<IteratorResult<never, undefined>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.return().then(() => undefined);
  }
}

const textOf = (result: ExecutionResult): string =>
  'stringify' in result ? (result as WrittenResult).stringify() : JSON.stringify(result, withoutHttp);

const isTooSlow = ({ errors }: ExecutionResult): boolean =>
  errors?.some(({ extensions }) => extensions['code'] === 'CONSUMER_TOO_SLOW') === true;
