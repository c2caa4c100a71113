import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** The way from a daemon to its server, which a test cuts, mends, and has lose or repeat single messages. */
export interface FaultyLink extends AsyncDisposable {
  readonly url: string;
  /** Requests that were sent on, by the name of their operation, in their order. */
  readonly sent: readonly string[];
  /** Ends every connection, and takes none until `mend`. */
  cut(): void;
  mend(): void;
  /** The next `times` requests of this operation reach the server, and their answers reach nobody. */
  loseAnswers(operation: string, times: number): void;
  /** The next `times` requests of this operation reach the server twice. */
  repeat(operation: string, times: number): void;
  /** The next `times` requests of this operation are answered as by a server of another version, which they never reach. */
  misunderstand(operation: string, times: number): void;
}

const NOT_UNDERSTOOD = JSON.stringify({
  errors: [{ message: 'Cannot query field "resumes" on type "Launch".', extensions: { code: 'BAD_REQUEST' } }],
});

/** Listens on a free port of this machine, before the server at `target`. */
export async function faultyLink(target: string): Promise<FaultyLink> {
  const open = new Set<Socket>();
  const sent: string[] = [];
  const lost = new Map<string, number>();
  const repeated = new Map<string, number>();
  const misunderstood = new Map<string, number>();
  let isCut = false;
  const takes = (counts: Map<string, number>, operation: string): boolean => {
    const left = counts.get(operation) ?? 0;
    counts.set(operation, left - 1);
    return left > 0;
  };
  const carry = async (asked: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const body = await buffer(asked);
    const operation = operationOf(body);
    sent.push(operation);
    if (takes(misunderstood, operation)) {
      answer.writeHead(400, { 'content-type': 'application/json' }).end(NOT_UNDERSTOOD);
      return;
    }
    if (takes(repeated, operation)) (await passOn(target, asked, body)).resume();
    const response = await passOn(target, asked, body);
    if (takes(lost, operation)) {
      await buffer(response);
      answer.socket?.resetAndDestroy();
      return;
    }
    answer.once('close', () => response.destroy());
    answer.writeHead(response.statusCode ?? 502, response.headers);
    answer.flushHeaders();
    response.on('error', () => answer.destroy()).pipe(answer);
  };
  const server = createServer((asked, answer) => {
    // A link that breaks says nothing: who asked sees the connection end.
    carry(asked, answer).catch(() => answer.destroy());
  });
  server.on('connection', (socket) => {
    if (isCut) return void socket.resetAndDestroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const cut = () => {
    isCut = true;
    for (const socket of open) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    cut,
    mend: () => (isCut = false),
    loseAnswers: (operation, times) => lost.set(operation, times),
    repeat: (operation, times) => repeated.set(operation, times),
    misunderstand: (operation, times) => misunderstood.set(operation, times),
    async [Symbol.asyncDispose]() {
      cut();
      const closed = once(server, 'close');
      server.close();
      await closed;
    },
  };
}

async function passOn(target: string, { url = '/', method, headers }: IncomingMessage, body: Buffer) {
  const { host: _host, ...rest } = headers;
  const onward = request(new URL(url, target), { method, headers: rest }).end(body);
  const [response] = (await once(onward, 'response')) as [IncomingMessage];
  return response;
}

/** The name of the GraphQL operation that a body asks for. */
const operationOf = (body: Buffer): string => /(?:query|mutation|subscription) (\w+)/.exec(body.toString())?.[1] ?? '';
