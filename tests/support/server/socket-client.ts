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
  #onChange: (() => void)[] = [];
  #end: { code: number; reason: string } | undefined;

  constructor(url: string, protocol = 'graphql-transport-ws') {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, protocol);
    this.socket.on('message', (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString()) as Message);
      this.#tell();
    });
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
  when(fits: (message: Message) => boolean, isOver: () => boolean = () => false): Promise<Message> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        const found = this.messages.find(fits);
        if (found === undefined && this.#end === undefined && !isOver()) return;
        this.#onChange = this.#onChange.filter((other) => other !== check);
        if (found !== undefined) resolve(found);
        else reject(new Error(`What is waited for cannot come any more: ${this.#lastWords()}`));
      };
      this.#onChange.push(check);
      check();
    });
  }

  /** The first `count` events of an operation, each under the name of its root field. */
  async events<T>(id: string, field: string, count: number): Promise<T[]> {
    const ofOperation = (message: Message) => message.type === 'next' && message.id === id;
    const hasEnded = () => this.messages.some((message) => message.type !== 'next' && message.id === id);
    await this.when(() => this.messages.filter(ofOperation).length >= count, hasEnded);
    return this.messages.filter(ofOperation).map(({ payload }) => payload?.data?.[field] as T);
  }

  #tell(): void {
    for (const check of this.#onChange) check();
  }

  #lastWords(): string {
    return JSON.stringify({ closed: this.#end, last: this.messages.filter(({ type }) => type !== 'next').slice(-3) });
  }

  [Symbol.dispose](): void {
    this.socket.terminate();
  }
}
