import type { ServerResponse } from 'node:http';
import type { App } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { DomainError } from '#server/errors.ts';
import { credentialRefusal } from '../credential-refusal.ts';
import { GOODBYE_TIMEOUT_MS, STALL_TIMEOUT_MS } from '../limits.ts';

/** Proxies must neither keep nor gather what is sent; the connection ends with the stream. */
const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
  connection: 'close',
};

/**
 * Sends Yoga's answer as it comes, no faster than the client reads. The stream is cancelled when the client goes, when
 * the credential ends (the client is told) and when the server closes.
 */
export async function sendEventStream(
  app: App,
  response: ServerResponse,
  fetched: Response,
  actor: Actor | null,
  closing: AbortSignal,
): Promise<void> {
  const reader = (fetched.body as ReadableStream<Uint8Array>).getReader();
  const cancel = (): void => {
    reader.cancel().catch((error: unknown) => app.log.debug({ err: error }, 'a stream was not cancelled'));
  };
  const end = (lastWord = ''): void => {
    if (!response.writableEnded) response.end(lastWord);
    const hurry = setTimeout(() => response.destroy(), GOODBYE_TIMEOUT_MS).unref();
    response.once('close', () => clearTimeout(hurry));
    cancel();
  };
  const unwatch =
    actor === null ? undefined : app.credentials.watch(actor.tokenId, (why) => end(lastWordOf(credentialRefusal(why))));
  const onClosing = () => end();
  closing.addEventListener('abort', onClosing);
  const release = (): void => {
    unwatch?.();
    closing.removeEventListener('abort', onClosing);
    cancel();
  };
  response.once('close', release);
  response.writeHead(fetched.status, STREAM_HEADERS);
  if (!closing.aborted) await copy(reader, response);
  end();
  // A client that went before this began closes nothing any more.
  if (response.destroyed) release();
}

async function copy(reader: ReadableStreamDefaultReader<Uint8Array>, response: ServerResponse): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done || response.writableEnded || response.destroyed) return;
    if (!response.write(value)) await drained(response);
  }
}

/** Waits until the client has read, or has gone; one that reads nothing for too long is let go. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const stalled = setTimeout(() => response.destroy(), STALL_TIMEOUT_MS).unref();
    const done = () => {
      clearTimeout(stalled);
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

/** The same last words that a stream has when it ends by itself: a result with errors, then the end. */
function lastWordOf({ message, code }: DomainError): string {
  const result = { errors: [{ message, extensions: { code } }] };
  return `event: next\ndata: ${JSON.stringify(result)}\n\nevent: complete\ndata:\n\n`;
}
