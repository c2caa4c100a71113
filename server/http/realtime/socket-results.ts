import type { ExecutionResult } from 'graphql';
import { withoutHttp } from '../graphql/without-http.ts';
import type { WrittenResult } from './event-execution.ts';
import { Outlet } from './outlet.ts';
import type { SocketConnection } from './socket-connection.ts';
import type { Viewer } from './viewer.ts';

/**
 * Sends results over a WebSocket as the messages of one operation. To graphql-ws it is a stream that gives nothing and
 * ends when the results do, since graphql-ws would write the JSON of each result anew for each client.
 */
export class SocketResults extends Outlet {
  readonly #connection: SocketConnection;
  readonly #id: string;
  readonly #finished: Promise<IteratorResult<never, undefined>>;
  #finish: (() => void) | undefined;

  constructor(connection: SocketConnection, id: string) {
    super();
    this.#connection = connection;
    this.#id = id;
    this.#finished = new Promise((resolve) => (this.#finish = () => resolve({ done: true, value: undefined })));
  }

  get isReady(): boolean {
    return this.#connection.hasRoom;
  }

  write(result: ExecutionResult): void {
    if (isTooSlow(result)) this.#connection.slowOperation = this.#id;
    this.#connection.sendSoon(`{"id":${JSON.stringify(this.#id)},"type":"next","payload":${textOf(result)}}`);
  }

  finish(): void {
    this.#finish?.();
  }

  askForRoom(viewer: Viewer): void {
    this.#connection.whenRoom(viewer);
  }

  protected pull(): Promise<IteratorResult<never, undefined>> {
    return this.#finished;
  }
}

const textOf = (result: ExecutionResult): string =>
  'stringify' in result ? (result as WrittenResult).stringify() : JSON.stringify(result, withoutHttp);

const isTooSlow = ({ errors }: ExecutionResult): boolean =>
  errors?.some(({ extensions }) => extensions['code'] === 'CONSUMER_TOO_SLOW') === true;
