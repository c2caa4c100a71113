import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

/** Where the bridge listens. */
export interface HttpBridge extends AsyncDisposable {
  readonly url: string;
}

/**
 * Lets a client that speaks only HTTP speak to `kernel mcp`: each session of HTTP is a process of its own, and every
 * message goes through as it is.
 */
export async function bridgeOverHttp(
  program: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<HttpBridge> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const processes: StdioClientTransport[] = [];
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const process_ = new StdioClientTransport({
      command: process.execPath,
      args: [program, 'mcp'],
      env: { ...env },
      cwd,
    });
    const http = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, http),
    });
    processes.push(process_);
    http.onmessage = (message) => void process_.send(message);
    process_.onmessage = (message) => void http.send(message);
    await process_.start();
    await http.start();
    return http;
  };
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    await (known ?? (await open())).handleRequest(request, response);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await Promise.all(processes.map((process_) => process_.close()));
    },
  };
}
