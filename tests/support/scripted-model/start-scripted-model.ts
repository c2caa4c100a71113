import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { messagesStream, type SentEvent } from './messages-stream.ts';
import { responsesStream } from './responses-stream.ts';
import type { ModelTurn } from './turn.ts';

/** One request that a client sent to the model, as parsed JSON. */
export interface ModelRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A model on loopback that says what a test wrote for it. */
export interface ScriptedModel extends AsyncDisposable {
  /** Its address without a path. Claude Code takes it as it is, Codex with `/v1`. */
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly requests: readonly ModelRequest[];
  /** Everything that clients sent, as one text to search in: what the model has seen. */
  seen(): string;
}

const streams: Readonly<Record<string, (model: unknown, turn: ModelTurn) => SentEvent[]>> = {
  '/v1/messages': messagesStream,
  '/v1/responses': responsesStream,
};

/**
 * Starts a model that speaks to Claude Code (Messages API) and to Codex (Responses API). Each request that carries tools
 * takes the next turn, and the last turn again once they are used up; a request without tools (a title, a summary) is
 * aside and is answered "ok".
 */
export async function startScriptedModel(turns: readonly ModelTurn[]): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  let taken = 0;
  const next = (): ModelTurn => turns[Math.min(taken++, turns.length - 1)] ?? { text: 'ok' };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const sent = await text(request);
    const stream = streams[path];
    if (request.method !== 'POST' || stream === undefined) return void response.writeHead(404).end('{}');
    const body = JSON.parse(sent) as Record<string, unknown>;
    requests.push({ path, body });
    const turn = carriesTools(body) ? next() : { text: 'ok' };
    await turn.after;
    write(response, stream, body['model'], turn);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });
  // Codex may ask for a WebSocket first; refused, it sends a request.
  server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 426 Upgrade Required\r\ncontent-length: 0\r\n\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    seen: () => requests.map(({ body }) => JSON.stringify(body)).join('\n'),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function write(
  response: ServerResponse,
  stream: (model: unknown, turn: ModelTurn) => SentEvent[],
  model: unknown,
  turn: ModelTurn,
): void {
  if (turn.hang === true) return;
  if (turn.refusal !== undefined) {
    response.writeHead(turn.refusal.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(turn.refusal.body));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const [name, data] of stream(model, turn)) response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
  response.end();
}

/** Newer models of Codex carry their tools in an item of the input. */
function carriesTools({ tools, input }: Readonly<Record<string, unknown>>): boolean {
  if (Array.isArray(tools) && tools.length > 0) return true;
  return Array.isArray(input) && input.some((item) => (item as { type?: unknown }).type === 'additional_tools');
}
