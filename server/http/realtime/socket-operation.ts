import type { Enveloped } from '../graphql/enveloped.ts';
import type { SocketResults } from './socket-results.ts';

/** One operation of a WebSocket, on its way through graphql-ws: Yoga's own way to run it, and where its results go. */
export class SocketOperation {
  readonly execute: Enveloped['execute'];
  readonly subscribe: Enveloped['subscribe'];
  readonly results: SocketResults;

  constructor({ execute, subscribe }: Pick<Enveloped, 'execute' | 'subscribe'>, results: SocketResults) {
    this.execute = execute;
    this.subscribe = subscribe;
    this.results = results;
  }
}
