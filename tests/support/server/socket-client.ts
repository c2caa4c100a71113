import { WebSocket } from 'ws';

/** One message of graphql-transport-ws. */
export interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: { readonly data?: Record<string, unknown> | null; readonly errors?: readonly ErrorPayload[] };
}

export interface ErrorPayload {
  readonly message: string;
  readonly extensions?: { readonly code?: string };
}

/** A client that keeps every message it was sent, and lets a test wait for them. */
export class SocketClient implements Disposable {
  readonly socket: WebSocket;
  readonly messages: Message[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  /** The results of each operation, and whether it has ended. Thousands may come: nothing may look at all for each. */
  readonly #operations = new Map<string, { results: Message[]; hasEnded: boolean }>();
  readonly #waiting = new Set<() => void>();
  #end: { code: number; reason: string } | undefined;

  constructor(url: string, protocol = 'graphql-transport-ws') {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, protocol);
    this.socket.on('message', (data: Buffer) => this.#keep(JSON.parse(data.toString()) as Message));
    this.closed = new Promise((resolve) => {
      this.socket.once('close', (code, reason) => {
        this.#end = { code, reason: reason.toString() };
        this.#tell();
        resolve(this.#end);
      });
    });
    this.socket.on('error', () => this.socket.terminate());
  }

  /** Opens, signs in and waits until the server has acknowledged it. */
  static async connect(url: string, token: string): Promise<SocketClient> {
    const client = new SocketClient(url);
    await client.opened();
    client.send({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } });
    await client.when(({ type }) => type === 'connection_ack');
    return client;
  }

  opened(): Promise<void> {
    return new Promise((resolve, reject) => this.socket.once('open', resolve).once('error', reject));
  }

  send(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  subscribe(id: string, query: string, variables: Record<string, unknown> = {}): void {
    this.send({ type: 'subscribe', id, payload: { query, variables } });
  }

  /** The first message that fits, waiting for it if need be; rejects once none can come any more. */
  async when(fits: (message: Message) => boolean): Promise<Message> {
    let found: Message | undefined;
    let looked = 0;
    await this.#until(() => {
      for (; found === undefined && looked < this.messages.length; looked += 1)
        if (fits(this.messages[looked]!)) found = this.messages[looked];
      return found !== undefined;
    });
    return found!;
  }

  /** The first `count` events of an operation, each under the name of its root field; rejects if it ends before. */
  async events<T>(id: string, field: string, count: number): Promise<T[]> {
    const results = () => this.#operations.get(id)?.results ?? [];
    await this.#until(
      () => results().length >= count,
      () => this.#operations.get(id)?.hasEnded === true,
    );
    return results().map(({ payload }) => payload?.data?.[field] as T);
  }

  [Symbol.dispose](): void {
    this.socket.terminate();
  }

  #until(isThere: () => boolean, isOver: () => boolean = () => false): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const isDone = isThere();
        if (!isDone && this.#end === undefined && !isOver()) return;
        this.#waiting.delete(look);
        if (isDone) resolve();
        else reject(new Error(`What is waited for cannot come any more: ${this.#lastWords()}`));
      };
      this.#waiting.add(look);
      look();
    });
  }

  #keep(message: Message): void {
    this.messages.push(message);
    if (message.id !== undefined) {
      const operation = this.#operations.get(message.id) ?? { results: [], hasEnded: false };
      this.#operations.set(message.id, operation);
      if (message.type === 'next') operation.results.push(message);
      else operation.hasEnded = true;
    }
    this.#tell();
  }

  #tell(): void {
    for (const look of this.#waiting) look();
  }

  #lastWords(): string {
    return JSON.stringify({ closed: this.#end, last: this.messages.filter(({ type }) => type !== 'next').slice(-3) });
  }
}
