import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { requireScope } from '#server/auth/authorize.ts';
import { UnauthenticatedError, ValidationError } from '#server/errors.ts';
import { notedRedactions } from '#server/redaction/noted-redactions.ts';
import { BadRequestError } from '../graphql/bad-request-error.ts';
import { requestActor } from '../request-actor.ts';
import { sendJson } from '../responses.ts';
import type { Route } from '../routes.ts';
import type { Operation } from './operation.ts';
import { readJsonBody } from './read-json-body.ts';

/** Where the routes lie. */
export const REST_PATH = '/api/v1';

/** Tells a caller of the plain routes what was not stored of what they sent. */
export const REDACTIONS_HEADER = 'x-kernel-redactions';

const nothing = z.strictObject({});

/** The route that serves one operation: who asks, what they may, what they sent; then the operation's own work. */
export const routeOf = (operation: Operation): Route => ({
  method: operation.method,
  path: new RegExp(`^${REST_PATH}${operation.path.replace('{id}', '(?<id>[^/]+)')}$`),
  run: async (app, request, response, groups) => {
    const actor = await requestActor(app, request);
    if (actor === null) throw new UnauthenticatedError();
    requireScope(actor, ...operation.scopes);
    const query = checked(operation.query ?? nothing, queryOf(request));
    const body = operation.method === 'GET' ? {} : checked(operation.body ?? nothing, await readJsonBody(request));
    const sentKey = sentIdempotencyKey(request);
    const key = sentKey ?? app.ids.next('req');
    const id = decoded(groups['id'] ?? '');
    const answer = await operation.run({ app, actor, id, query, body, key, sentKey });
    const told = toldRedactions();
    if (told !== '') response.setHeader(REDACTIONS_HEADER, told);
    sendJson(response, operation.status, answer);
  },
});

/** `assignment=1, jwt=2`: how many secrets were replaced in what was sent, by class. */
const toldRedactions = (): string =>
  Object.entries(notedRedactions())
    .map(([name, count]) => `${name}=${count}`)
    .join(', ');

/** The input as the schema gives it; throws ValidationError for the first thing wrong with it, under its path. */
function checked<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (issue === undefined) throw new ValidationError('request', 'is not what this route takes');
  if (issue.code !== 'unrecognized_keys') throw new ValidationError(fieldAt(issue.path), issue.message);
  const unknown = fieldAt([...issue.path, issue.keys[0] ?? '']);
  throw new ValidationError(unknown, 'is not a field that this route takes');
}

/** `files[0].path`, as the domain names fields too. */
const fieldAt = (path: readonly PropertyKey[]): string =>
  path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step).slice(0, 80).toWellFormed()}`))
    .join('')
    .replace(/^\./, '') || 'body';

/** Every parameter once: of two values for one name, either would be a guess. */
function queryOf(request: IncomingMessage): Record<string, string> {
  const { searchParams } = new URL(request.url ?? '/', 'http://server');
  const entries = [...searchParams];
  const repeated = entries.find(([name], at) => entries.findIndex(([other]) => other === name) !== at);
  if (repeated !== undefined) throw new ValidationError(repeated[0].slice(0, 80), 'is given twice');
  return Object.fromEntries(entries);
}

function sentIdempotencyKey(request: IncomingMessage): string | undefined {
  const sent = request.headers['idempotency-key'];
  return Array.isArray(sent) ? sent.join(',') : sent;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new BadRequestError(400, 'The path holds a % that begins no encoded character.');
  }
}
