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

  constructor(url: string, protocol = 'graphql-transport-ws') {
    this.socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, protocol);
    this.socket.on('message', (data: Buffer) => {
      this.messages.push(JSON.parse(data.toString()) as Message);
      for (const check of this.#onChange) check();
    });
    this.closed = new Promise((resolve) => {
      this.socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }));
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

  /** The first message that fits, waiting for it if need be. */
  when(fits: (message: Message) => boolean): Promise<Message> {
    return new Promise((resolve) => {
      const check = (): void => {
        const found = this.messages.find(fits);
        if (found === undefined) return;
        this.#onChange = this.#onChange.filter((other) => other !== check);
        resolve(found);
      };
      this.#onChange.push(check);
      check();
    });
  }

  /** The first `count` events of an operation, each under the name of its root field. */
  async events<T>(id: string, field: string, count: number): Promise<T[]> {
    const ofOperation = (message: Message) => message.type === 'next' && message.id === id;
    await this.when(() => this.messages.filter(ofOperation).length >= count);
    return this.messages.filter(ofOperation).map(({ payload }) => payload?.data?.[field] as T);
  }

  [Symbol.dispose](): void {
    this.socket.terminate();
  }
}
