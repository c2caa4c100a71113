import { ServerUnreachable } from '../server-unreachable.ts';

/** Longest silence of a stream, in milliseconds: a living server says something every 12 seconds. */
const LONGEST_SILENCE_MS = 30_000;

/** The chunks of an answer that goes on. Throws ServerUnreachable when the connection breaks or falls silent. */
export async function* chunksOf(
  serverUrl: string,
  response: Response,
  connection: AbortController,
): AsyncGenerator<Uint8Array> {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const read = () => {
    const silence = setTimeout(
      () => connection.abort(new DOMException('nothing came', 'TimeoutError')),
      LONGEST_SILENCE_MS,
    );
    return reader
      .read()
      .catch((cause: unknown) => {
        throw new ServerUnreachable(serverUrl, cause, LONGEST_SILENCE_MS);
      })
      .finally(() => clearTimeout(silence));
  };
  for (let chunk = await read(); !chunk.done; chunk = await read()) yield chunk.value;
}
