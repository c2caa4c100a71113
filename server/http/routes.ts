import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import type { App } from '#server/app.ts';
import { UnauthenticatedError } from '#server/errors.ts';
import { readiness } from './health.ts';
import { signIn, signOut } from './page/sign-in.ts';
import { openApiDocument } from './rest/openapi-document.ts';
import { operations } from './rest/operations.ts';
import { requestActor } from './request-actor.ts';
import { sendJson } from './responses.ts';
import { REST_PATH, routeOf } from './rest/serve-operation.ts';

/** One plain HTTP route. `groups` are the named parts of the path. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: RegExp;
  run(app: App, request: IncomingMessage, response: ServerResponse, groups: Record<string, string>): Promise<void>;
}

/** The plain routes beside GraphQL: health for operators, a browser's way in, bytes of artifacts, and what scripts call. */
export const routes: readonly Route[] = [
  {
    method: 'GET',
    path: /^\/healthz$/,
    run: async (_app, _request, response) => sendJson(response, 200, { status: 'ok' }),
  },
  {
    method: 'GET',
    path: /^\/readyz$/,
    run: async (app, _request, response) => {
      const state = await readiness(app);
      sendJson(response, state.ready ? 200 : 503, state);
    },
  },
  { method: 'POST', path: /^\/page\/sign-in$/, run: signIn },
  { method: 'POST', path: /^\/page\/sign-out$/, run: signOut },
  { method: 'POST', path: /^\/uploads$/, run: upload },
  { method: 'GET', path: /^\/api\/v1\/artifacts\/(?<id>[A-Za-z0-9_-]+)\/content$/, run: download },
  {
    method: 'GET',
    path: new RegExp(`^${REST_PATH}/openapi\\.json$`),
    run: async (_app, _request, response) => sendJson(response, 200, openApiDocument()),
  },
  ...operations.map(routeOf),
];

async function upload(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const actor = await requestActor(app, request);
  if (actor === null) throw new UnauthenticatedError();
  const stored = await app.services.work.storeUpload(
    actor,
    request,
    request.headers['content-type'] ?? 'application/octet-stream',
  );
  sendJson(response, 201, stored);
}

async function download(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  groups: Record<string, string>,
): Promise<void> {
  const actor = await requestActor(app, request);
  if (actor === null) throw new UnauthenticatedError();
  const content = await app.services.work.readArtifactContent(actor, groups['id'] ?? '');
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': content.sizeBytes,
    'content-disposition': 'attachment',
    'x-content-type-options': 'nosniff',
    etag: `"${content.sha256}"`,
  });
  await pipeline(content.chunks, response);
}
