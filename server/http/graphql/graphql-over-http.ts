import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '#server/app.ts';
import { executeDirectly } from './execute-directly.ts';
import { MAX_BODY_BYTES, MAX_SIGNED_IN_BODY_BYTES } from '../limits.ts';
import { readBody } from '../read-body.ts';
import { sendJson } from '../responses.ts';
import { sendEventStream } from '../realtime/send-event-stream.ts';
import { SEND_JSON, unreadable } from './unreadable-request.ts';
import type { EdgeContext, GraphQLServer } from './yoga.ts';

const refusal = (message: string) => ({ errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] });

/**
 * Answers one request at the GraphQL endpoint. The body is read here, once, so that its limit holds on every way.
 * `closing` ends the streams that would outlive the server.
 */
export async function answerGraphQL(
  app: App,
  graphql: GraphQLServer,
  request: IncomingMessage,
  response: ServerResponse,
  edge: EdgeContext,
  closing: AbortSignal,
): Promise<void> {
  const problem = unreadable(request);
  if (problem?.status === 405) response.setHeader('allow', 'GET, POST');
  if (problem !== undefined) return sendJson(response, problem.status, refusal(problem.message));
  const limit = edge.actor === null ? MAX_BODY_BYTES : MAX_SIGNED_IN_BODY_BYTES;
  const body = request.method === 'POST' ? await readBody(request, limit) : undefined;
  const direct = body && (await executeDirectly(graphql, request.headers, body, edge));
  if (direct !== undefined) {
    const bytes = Buffer.from(direct.body);
    response.writeHead(direct.status, { 'content-type': direct.contentType, 'content-length': bytes.length });
    response.end(bytes);
    return;
  }
  const url = new URL(request.url ?? '/', 'http://server');
  const init = {
    method: request.method ?? 'GET',
    headers: plainHeaders(request),
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  };
  const fetched = await graphql.fetch(new Request(url, init), edge);
  const isStream = fetched.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (isStream) return sendEventStream(app, response, fetched, edge.actor, closing);
  await sendFetched(response, fetched);
}

function plainHeaders(request: IncomingMessage): [string, string][] {
  return Object.entries(request.headersDistinct).flatMap(([name, values]) =>
    (values ?? []).map((value): [string, string] => [name, value]),
  );
}

/** Where Yoga answers with a bare status, a person still reads what to do. */
async function sendFetched(response: ServerResponse, fetched: Response): Promise<void> {
  const bytes = Buffer.from(await fetched.arrayBuffer());
  if (bytes.length === 0 && fetched.status >= 400) return sendJson(response, fetched.status, refusal(SEND_JSON));
  response.writeHead(fetched.status, Object.fromEntries(fetched.headers));
  response.end(bytes);
}
