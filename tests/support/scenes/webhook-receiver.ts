import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

/** One message as it came. */
export interface Received {
  readonly messageId: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly type: string;
}

type Answer = (received: Received, response: ServerResponse) => void | Promise<void>;

/** A receiver of webhooks: a real HTTP server that keeps what it gets and answers 204 unless told otherwise. */
export interface WebhookReceiver extends AsyncDisposable {
  readonly url: string;
  readonly received: Received[];
  /** How the next messages are answered. */
  answer: Answer;
}

const accept: Answer = (_received, response) => void response.writeHead(204).end();

/** Starts one on a free port of this machine. */
export async function webhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: accept,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    const { type } = JSON.parse(body) as { type: string };
    const message = { messageId: headers['webhook-id'] ?? '', path: request.url ?? '', headers, body, type };
    received.push(message);
    await receiver.answer(message, response);
  }
  return receiver;
}

/** Whether the library of the standard takes the message as signed with this secret. */
export function isSignedWith(secret: string, { body, headers }: Received): boolean {
  try {
    new Webhook(secret).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  }
}
