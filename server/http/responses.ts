import type { ServerResponse } from 'node:http';
import { DomainError, type ErrorCode } from '#server/errors.ts';

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
  SYNC_MODE: 422,
  ALREADY_SUPERSEDED: 409,
  PAYLOAD_TOO_LARGE: 413,
  IDEMPOTENCY_KEY_MISMATCH: 422,
  IDEMPOTENCY_IN_PROGRESS: 409,
  BAD_REQUEST: 400,
  QUERY_TOO_COMPLEX: 400,
  INTERNAL: 500,
};

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  const bytes = Buffer.from(JSON.stringify(body));
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length });
  response.end(bytes);
}

/** Answers with a refusal in the one JSON shape of the plain routes: `{ error: { code, message } }`. */
export function sendRefusal(response: ServerResponse, error: DomainError): void {
  if (error.code === 'UNAUTHENTICATED') response.setHeader('www-authenticate', 'Bearer');
  sendJson(response, statusByCode[error.code], { error: { code: error.code, message: error.message } });
}

/** Answers with a fault: its id, and nothing else of it. */
export function sendFault(response: ServerResponse, eventId: string): void {
  sendJson(response, 500, { error: { code: 'INTERNAL', message: 'Unexpected error.', eventId } });
}
