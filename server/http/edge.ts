import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { App } from '#server/app.ts';
import { DomainError } from '#server/errors.ts';
import { asRefusal } from './as-refusal.ts';
import { underRequest } from './current-request.ts';
import { answerGraphQL } from './graphql/graphql-over-http.ts';
import { requestActor } from './request-actor.ts';
import { requestId } from './request-id.ts';
import type { PageFiles } from './page/page-files.ts';
import { findPageFile, sendPageFile } from './page/serve-page.ts';
import { sendFault, sendJson, sendRefusal } from './responses.ts';
import { routes } from './routes.ts';
import { notingRedactions } from '#server/redaction/noted-redactions.ts';
import { redact } from '#schema/documents/redaction/redact.ts';
import { GRAPHQL_PATH, type GraphQLServer } from './graphql/yoga.ts';

/**
 * Everything that reaches the server over HTTP: each request gets an id, a log line and exactly one answer. `page` is
 * the built web page, where there is one.
 */
export function createEdge(
  app: App,
  graphql: GraphQLServer,
  page: PageFiles | undefined,
  closing: AbortSignal,
): RequestListener {
  async function answer(request: IncomingMessage, response: ServerResponse, id: string): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
    if (path === GRAPHQL_PATH) {
      const actor = await requestActor(app, request);
      return answerGraphQL(app, graphql, request, response, { actor, requestId: id }, closing);
    }
    const atPath = routes.filter((route) => route.path.test(path));
    const route = atPath.find((candidate) => candidate.method === request.method);
    if (route !== undefined) return route.run(app, request, response, route.path.exec(path)?.groups ?? {});
    const file = atPath.length > 0 || page === undefined ? undefined : findPageFile(page, request, path);
    if (file !== undefined) return sendPageFile(request, response, file);
    if (atPath.length === 0)
      return sendJson(response, 404, {
        error: { code: 'NOT_FOUND', message: `There is nothing at ${redact(path).text}.` },
      });
    response.setHeader('allow', atPath.map((candidate) => candidate.method).join(', '));
    sendJson(response, 405, {
      error: { code: 'BAD_REQUEST', message: `${redact(path).text} does not take ${request.method ?? ''}.` },
    });
  }

  return (request, response) => {
    const id = requestId(request, app.ids);
    response.setHeader('x-request-id', id);
    logWhenAnswered(app, request, response, id);
    underRequest(id, () => notingRedactions(() => answer(request, response, id))).catch((error: unknown) =>
      refuse(app, request, response, id, error),
    );
  };
}

function refuse(app: App, request: IncomingMessage, response: ServerResponse, id: string, error: unknown): void {
  const refusal = error instanceof DomainError ? error : undefined;
  if (refusal === undefined && request.destroyed && !request.complete)
    return app.log.debug({ requestId: id }, 'the caller went away');
  const named = refusal ?? asRefusal(error);
  const eventId = app.ids.next('flt');
  if (named === undefined) app.log.error({ err: error, requestId: id, eventId }, 'fault while answering a request');
  else if (named.code === 'DATABASE_UNAVAILABLE')
    app.log.warn({ err: error, requestId: id }, 'the database does not answer a request');
  if (response.headersSent) return void response.destroy();
  if (!request.complete) response.setHeader('connection', 'close');
  if (named === undefined) sendFault(response, eventId);
  else sendRefusal(response, named);
  request.resume();
}

function logWhenAnswered(app: App, request: IncomingMessage, response: ServerResponse, id: string): void {
  const began = performance.now();
  response.once('close', () => {
    const path = (request.url ?? '').split('?', 1)[0];
    const durationMs = Math.round(performance.now() - began);
    app.log.debug({ requestId: id, method: request.method, path, status: response.statusCode, durationMs }, 'answered');
  });
}
