import { GraphQLError } from 'graphql';
import { redact } from '#schema/documents/redaction/redact.ts';
import {
  DatabaseUnavailableError,
  type DomainError,
  ForbiddenError,
  QueryTooComplexError,
  ServerOutdatedError,
  UnauthenticatedError,
  ValidationError,
} from '#server/errors.ts';
import type { Ids } from '#server/ids.ts';
import type { Logger } from '#server/logger.ts';
import { asRefusal } from '../as-refusal.ts';
import { currentRequestId } from '../current-request.ts';

/** Of a request that could not be executed at all: 400 where the caller speaks GraphQL over HTTP, 200 in plain JSON. */
const NOT_EXECUTED = { status: 400, spec: true } as const;

/** What was masked before: masking it again would take its code, or log its fault a second time. */
const masked = new WeakSet<object>();

/**
 * Turns what a resolver threw into what a caller may see. Refusals keep their message and code. Faults are logged
 * under a new id and answer with that id alone, so that nothing internal leaks and a report can still be traced.
 */
export const createErrorMask =
  (log: Logger, ids: Ids) =>
  (error: unknown): Error => {
    if (error instanceof GraphQLError && masked.has(error)) return error;
    const original = originalOf(error);
    const named = asRefusal(original);
    if (named?.code === 'DATABASE_UNAVAILABLE')
      log.warn({ err: original, requestId: currentRequestId() }, 'the database does not answer a request');
    if (named !== undefined) return refusal(error, named);
    if (error instanceof GraphQLError && original === undefined) {
      const http = error.path === undefined ? { http: NOT_EXECUTED } : {};
      // Yoga's `originalError` quotes the body of a request that it could not read; it also made the answer a 400 to anybody.
      const { originalError: quoted, ...extensions } = error.extensions;
      const unread = quoted === undefined ? {} : { http: { status: 400 } };
      return withExtensions(error, error.message, { ...http, ...extensions, ...unread, code: 'BAD_REQUEST' });
    }
    const eventId = ids.next('flt');
    log.error({ err: original ?? error, eventId, requestId: currentRequestId() }, 'fault while answering a request');
    return withExtensions(error, 'Unexpected error.', { code: 'INTERNAL', eventId });
  };

function originalOf(error: unknown): unknown {
  let current: unknown = error;
  while (current instanceof GraphQLError) {
    if (current.originalError === undefined || current.originalError === null) return undefined;
    current = current.originalError;
  }
  return current;
}

function refusal(error: unknown, original: DomainError): GraphQLError {
  return withExtensions(error, original.message, {
    code: original.code,
    ...(original instanceof ValidationError ? { field: original.field } : {}),
    ...(original instanceof ForbiddenError ? { missingScopes: original.missingScopes } : {}),
    ...(original instanceof QueryTooComplexError ? { http: NOT_EXECUTED } : {}),
    ...(original instanceof UnauthenticatedError
      ? { http: { status: 401, headers: { 'www-authenticate': 'Bearer' } } }
      : {}),
    ...(original instanceof DatabaseUnavailableError || original instanceof ServerOutdatedError
      ? { http: { status: 503 } }
      : {}),
  });
}

function withExtensions(error: unknown, message: string, extensions: Record<string, unknown>): GraphQLError {
  const { nodes = null, source = null, positions = null, path = null } = error instanceof GraphQLError ? error : {};
  // A message of GraphQL quotes what was sent.
  const made = new GraphQLError(redact(message).text, { nodes, source, positions, path, extensions });
  masked.add(made);
  return made;
}
