import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { DomainError, PayloadTooLargeError } from '#server/errors.ts';

/**
 * Reads a request's whole body of text, up to `limit` bytes; throws PayloadTooLargeError past it, before reading the rest.
 * Throws BAD_REQUEST for bytes that are not UTF-8: read leniently they would be kept with replacement characters in them.
 */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new PayloadTooLargeError(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new PayloadTooLargeError(limit);
    chunks.push(chunk);
  }
  const body = Buffer.concat(chunks);
  if (!isUtf8(body)) throw new DomainError('BAD_REQUEST', 'The body is not UTF-8.');
  return body;
}
