import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { handleProtocols, makeServer } from 'graphql-ws';
import { WebSocketServer } from 'ws';
import type { App } from '#server/app.ts';
import { closeCodes } from './close-codes.ts';
import { cookieSecret } from '../page/cookie.ts';
import { isSameOrigin } from '../page/same-origin.ts';
import { GOODBYE_TIMEOUT_MS, INIT_TIMEOUT_MS, KEEP_ALIVE_MS, MAX_BODY_BYTES } from '../limits.ts';
import { SocketConnection } from './socket-connection.ts';
import { socketOperations } from './socket-operations.ts';
import { withoutHttp } from '../graphql/without-http.ts';
import { GRAPHQL_PATH, type GraphQLServer } from '../graphql/yoga.ts';

/** GraphQL over WebSockets. Disposing it tells every client that the server goes away. */
export interface SocketServer extends AsyncDisposable {
  /** Takes an upgrade request of the HTTP server. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Open connections. */
  readonly size: number;
}

/** Serves graphql-transport-ws at the GraphQL endpoint, with the schema, limits and masks that HTTP has. */
export function createSocketServer(app: App, graphql: GraphQLServer): SocketServer {
  const protocol = makeServer<Record<string, unknown>, SocketConnection>({
    ...socketOperations(app, graphql),
    connectionInitWaitTimeout: INIT_TIMEOUT_MS,
    jsonMessageReplacer: withoutHttp,
  });
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_BODY_BYTES, handleProtocols });
  const connections = new Set<SocketConnection>();
  const keepAlive = setInterval(() => connections.forEach((connection) => connection.checkAlive()), KEEP_ALIVE_MS);
  keepAlive.unref();
  return {
    get size() {
      return connections.size;
    },
    upgrade(request, socket, head) {
      if (request.url?.split('?', 1)[0] !== GRAPHQL_PATH) return refuseUpgrade(socket);
      sockets.handleUpgrade(request, socket, head, (opened) => {
        const connection = new SocketConnection(opened, protocol, app.log, pageSecret(request));
        connections.add(connection);
        opened.once('close', () => connections.delete(connection));
      });
    },
    async [Symbol.asyncDispose]() {
      clearInterval(keepAlive);
      const closed = new Promise<void>((resolve) => sockets.close(() => resolve()));
      for (const connection of connections) connection.close(closeCodes.GOING_AWAY, 'The server goes away');
      const hurry = setTimeout(() => connections.forEach((connection) => connection.terminate()), GOODBYE_TIMEOUT_MS);
      await closed;
      clearTimeout(hurry);
    },
  };
}

/** The cookie counts only where a page of this server opened the socket: the browser sends it for any page. */
const pageSecret = (request: IncomingMessage): string | undefined =>
  isSameOrigin(request) ? cookieSecret(request) : undefined;

function refuseUpgrade(socket: Duplex): void {
  socket.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
}
