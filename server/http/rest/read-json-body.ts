import type { IncomingMessage } from 'node:http';
import { BadRequestError } from '../graphql/bad-request-error.ts';
import { MAX_BODY_BYTES } from '../limits.ts';
import { readBody } from '../read-body.ts';

const JSON_TYPE = /^application\/json\s*(;\s*charset="?utf-?8"?\s*)?$/i;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The JSON of a request, `{}` where it has no body. Throws BadRequestError: 415 for a body of another type or in a
 * content coding, 400 for what is no JSON in UTF-8; and PayloadTooLargeError.
 */
export async function readJsonBody(request: IncomingMessage): Promise<unknown> {
  const { 'content-type': type = '', 'content-encoding': coding = 'identity' } = request.headers;
  const bytes = await readBody(request, MAX_BODY_BYTES);
  if (bytes.length === 0) return {};
  if (!JSON_TYPE.test(type)) throw new BadRequestError(415, 'Send the body as application/json.');
  if (coding.toLowerCase() !== 'identity') throw new BadRequestError(415, 'Send the body without a content coding.');
  try {
    return JSON.parse(strictUtf8.decode(bytes)) as unknown;
  } catch (error) {
    throw new BadRequestError(400, `The body is not JSON in UTF-8: ${(error as Error).message.slice(0, 200)}`);
  }
}
