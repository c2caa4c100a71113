import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '#server/app.ts';
import { StartupError } from '#server/startup-error.ts';
import { createEdge } from './edge.ts';
import { DRAIN_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from './limits.ts';
import { readPageFiles } from './page/page-files.ts';
import { createSocketServer } from './realtime/websocket.ts';
import { createGraphQLServer } from './graphql/yoga.ts';

/**
 * A listening server. Disposing it takes no new requests, ends open streams with a word that says so, finishes the other
 * requests and closes the port.
 */
export interface Listening extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
}

/** Refuses a port that is taken, before anything is made for a server that could not listen. Throws StartupError. */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const probe = createServer();
  await startListening(probe, host, port);
  await new Promise<void>((resolve) => probe.close(() => resolve()));
}

/** Listens on `host` and `port` (0 picks a free one). Throws StartupError when the address cannot be had. */
export async function listen(app: App, host: string, port: number): Promise<Listening> {
  const graphql = createGraphQLServer(app);
  const closing = new AbortController();
  const page = app.webDir === undefined ? undefined : await readPageFiles(app.webDir);
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, createEdge(app, graphql, page, closing.signal));
  const sockets = createSocketServer(app, graphql);
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));
  await startListening(server, host, port);
  const address = server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return {
    port: address.port,
    url: `http://${name}:${address.port}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      closing.abort();
      await sockets[Symbol.asyncDispose]();
      server.closeIdleConnections();
      const hurry = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
      await closed;
      clearTimeout(hurry);
    },
  };
}

async function startListening(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, host, port)));
    server.listen(port, host, resolve);
  });
}

function cannotListen(error: NodeJS.ErrnoException, host: string, port: number): StartupError {
  if (error.code === 'EADDRINUSE') {
    return new StartupError(
      'PORT_IN_USE',
      `Port ${port} on ${host} is in use.`,
      'Stop what listens there, or choose another with --port.',
    );
  }
  if (error.code === 'EACCES') {
    return new StartupError(
      'PORT_NOT_ALLOWED',
      `Port ${port} may not be opened by this user.`,
      'Choose one above 1023 with --port.',
    );
  }
  return new StartupError(
    'CANNOT_LISTEN',
    `Cannot listen on ${host}:${port}: ${error.message}`,
    'Check --host and --port.',
  );
}
