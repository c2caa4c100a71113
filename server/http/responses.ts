import type { ServerResponse } from 'node:http';
import { type DomainError, type ErrorCode, ValidationError } from '#server/errors.ts';
import { BadRequestError } from './graphql/bad-request-error.ts';
import { fieldName, refusalDetails } from './graphql/refusal-details.ts';

/** When a server that cannot answer now may be asked again. */
const RETRY_AFTER_SECONDS = 1;

/** HTTP status of each refusal, for the plain routes. */
const statusByCode: Record<ErrorCode, number> = {
  VALIDATION_FAILED: 422,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  INVALID_TRANSITION: 409,
  WORK_ITEM_CLOSED: 409,
  STALE_REVISION: 409,
  STALE_PACKAGE: 409,
  SESSION_NOT_ELIGIBLE: 409,
  SESSION_ENDED: 409,
  RUNTIME_NOT_OFFERED: 409,
  STALE_FENCE: 409,
  SYNC_MODE: 422,
  ALREADY_SUPERSEDED: 409,
  PAYLOAD_TOO_LARGE: 413,
  IDEMPOTENCY_KEY_MISMATCH: 422,
  IDEMPOTENCY_IN_PROGRESS: 409,
  CURSOR_EXPIRED: 410,
  CONSUMER_TOO_SLOW: 429,
  BAD_REQUEST: 400,
  QUERY_TOO_COMPLEX: 400,
  DATABASE_UNAVAILABLE: 503,
  SERVER_OUTDATED: 503,
  INTERNAL: 500,
};

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length });
  response.end(bytes);
}

/** Answers with a refusal in the one JSON shape of the plain routes: `{ error: { code, message, details? } }`. */
export function sendRefusal(response: ServerResponse, error: DomainError): void {
  if (error.code === 'UNAUTHENTICATED') response.setHeader('www-authenticate', 'Bearer');
  const status = error instanceof BadRequestError ? error.status : statusByCode[error.code];
  if (status === 503) response.setHeader('retry-after', RETRY_AFTER_SECONDS);
  const details = refusalDetails(error);
  const body = { code: error.code, message: messageOf(error), ...(details === undefined ? {} : { details }) };
  sendJson(response, status, { error: body });
}

/** Of a refused field under the name that this caller gave it. */
const messageOf = (error: DomainError): string =>
  error instanceof ValidationError && error.message.startsWith(error.field)
    ? `${fieldName(error.field)}${error.message.slice(error.field.length)}`
    : error.message;

/** Answers with a fault: its id, and nothing else of it. */
export function sendFault(response: ServerResponse, eventId: string): void {
  sendJson(response, 500, {
    error: { code: 'INTERNAL', message: 'Unexpected error.', details: { event_id: eventId } },
  });
}
