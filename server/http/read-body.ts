import type { IncomingMessage } from 'node:http';
import { PayloadTooLargeError } from '#server/errors.ts';

/** Reads a request's whole body, up to `limit` bytes; throws PayloadTooLargeError past it, before reading the rest. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new PayloadTooLargeError(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw new PayloadTooLargeError(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
