/** Many WebSocket clients in a process of their own, so that what they cost is not counted as the server's. */
import { WebSocket } from 'ws';
import { clockUs } from './clock-us.ts';
import { answerQuestions } from './helper.ts';

export interface Connect {
  readonly type: 'connect';
  readonly pool: string;
  readonly url: string;
  readonly count: number;
  /** Their credentials, which they take turns at; none at a bare server, which is not asked anything. */
  readonly tokens: readonly string[];
  readonly payload?: { readonly query: string; readonly variables: object };
  /** Addresses that they take turns at, where one has too few ports for them. */
  readonly localAddresses?: readonly string[];
}

export type SubscriberQuestion =
  | Connect
  /** Answered once each client of the pool was sent so many more events, one unless named. */
  | { readonly type: 'receive'; readonly pool: string; readonly events?: number }
  /** Cuts all connections of the pool. */
  | { readonly type: 'leave'; readonly pool: string }
  /** Answered with what `PoolReport` says, of all events so far. */
  | { readonly type: 'report'; readonly pool: string };

/** When each event arrived at each client, on the clock of clockUs, and the last message as it was sent. */
export interface PoolReport {
  readonly arrivals: readonly (readonly number[])[];
  readonly text: string;
}

/** Connections that are being opened at once. */
const OPENING_AT_ONCE = 50;

class Pool {
  readonly arrivals: number[][] = [];
  text = '';
  readonly #count: number;
  readonly #sockets: WebSocket[] = [];
  #awaited = 0;
  #onReceived: (() => void) | undefined;

  constructor(count: number) {
    this.#count = count;
  }

  async connect(options: Connect): Promise<void> {
    let begun = 0;
    const openOn = async (): Promise<void> => {
      while (begun < this.#count) this.#sockets.push(await this.#open(options, begun++));
    };
    await Promise.all(Array.from({ length: OPENING_AT_ONCE }, openOn));
  }

  leave(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  receive(events: number): Promise<void> {
    this.#awaited += events;
    return new Promise((resolve) => {
      this.#onReceived = resolve;
      this.#check();
    });
  }

  #open({ url, tokens, payload, localAddresses }: Connect, number: number): Promise<WebSocket> {
    const localAddress = localAddresses?.[number % localAddresses.length];
    const options = { perMessageDeflate: false, ...(localAddress === undefined ? {} : { localAddress }) };
    const socket = new WebSocket(url, 'graphql-transport-ws', options);
    const token = tokens[number % tokens.length];
    let received = 0;
    return new Promise((resolve, reject) => {
      socket.once('error', reject);
      socket.once('open', () => {
        if (token === undefined) return resolve(socket);
        socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
      });
      socket.on('message', (data: Buffer) => {
        if (token !== undefined && data.includes('"connection_ack"')) {
          if (payload !== undefined) socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }));
          return resolve(socket);
        }
        this.#arrived(received++, data);
      });
    });
  }

  #arrived(event: number, data: Buffer): void {
    const arrivals = (this.arrivals[event] ??= []);
    arrivals.push(clockUs());
    if (arrivals.length < this.#count) return;
    this.text = data.toString();
    this.#check();
  }

  #check(): void {
    if (this.arrivals[this.#awaited - 1]?.length === this.#count) this.#onReceived?.();
  }
}

const pools = new Map<string, Pool>();

async function answer(question: SubscriberQuestion): Promise<unknown> {
  if (question.type === 'connect') {
    const pool = new Pool(question.count);
    pools.set(question.pool, pool);
    return pool.connect(question);
  }
  const pool = pools.get(question.pool);
  if (pool === undefined) throw new Error(`there is no pool ${question.pool}`);
  if (question.type === 'receive') return pool.receive(question.events ?? 1);
  if (question.type === 'leave') return pool.leave();
  return { arrivals: pool.arrivals, text: pool.text } satisfies PoolReport;
}

answerQuestions(answer, () => undefined);
