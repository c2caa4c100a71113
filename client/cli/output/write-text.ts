import type { OutputStream } from '../host.ts';

/** Writes all of the text and waits until the stream took it, so that a slow reader of a large output loses nothing. */
export function writeText(stream: OutputStream, text: string | Uint8Array): Promise<void> {
  if (text.length === 0) return Promise.resolve();
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => (error instanceof Error ? reject(error) : resolve()));
  });
}
