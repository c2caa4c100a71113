import type { IncomingMessage } from 'node:http';
import { containsSecret } from '#schema/documents/redaction/contains-secret.ts';
import type { Ids } from '#server/ids.ts';

const ACCEPTED_ID = /^[A-Za-z0-9._-]{8,100}$/;

/** The id a request is logged under: the caller's own `x-request-id` when it is well-formed and no secret, else a new one. */
export function requestId(request: IncomingMessage, ids: Ids): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && ACCEPTED_ID.test(sent) && !containsSecret(sent) ? sent : ids.next('req');
}
