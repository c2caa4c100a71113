import { type IncomingMessage, request as requestHttp, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { bareHost } from './checked-url.ts';
import type { OutboundPolicy } from './outbound-policy.ts';
import { type Problem, problemOf, SendRefused } from './problem.ts';

/** Longest time of one attempt, from looking the name up to the answer, in milliseconds. */
export const ATTEMPT_TIMEOUT_MS = 15_000;
/** How much of an answer is read, in bytes. */
const MAX_ANSWER_BYTES = 2_048;
/** Largest head of an answer, in bytes. */
const MAX_HEADER_BYTES = 16_384;

export interface Message {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What came of one attempt: the status of an answer, or what stood in the way. */
export interface PostOutcome {
  readonly status: number | null;
  readonly problem: Problem | null;
  /** The beginning of the answer. */
  readonly answer: string | null;
  readonly retryAfter: string | undefined;
}

/**
 * Sends one message and gives what came of it; never throws for what the outside does. The name is looked up here, every
 * address it has must be allowed, and the connection goes to one of those that were checked: a name that leads elsewhere
 * a moment later leads nowhere. Redirects are not followed. `signal` ends it early, as `INTERRUPTED`.
 */
export async function post(policy: OutboundPolicy, message: Message, signal: AbortSignal): Promise<PostOutcome> {
  const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
  const ending = AbortSignal.any([timeout, signal]);
  try {
    const url = new URL(message.url);
    const addresses = await orAbort(checkedAddresses(policy, url), ending);
    const response = await send(url, addresses, message, ending);
    const status = response.statusCode ?? 0;
    const answer = await readHead(response);
    const problem = status >= 300 && status < 400 ? 'REDIRECTED' : null;
    return { status, problem, answer, retryAfter: response.headers['retry-after'] };
  } catch (error) {
    const problem = signal.aborted ? 'INTERRUPTED' : timeout.aborted ? 'TIMED_OUT' : problemOf(error);
    return { status: null, problem, answer: null, retryAfter: undefined };
  }
}

/** Every address of the URL's host; one that is not allowed spoils them all, so that a name cannot mix in a private one. */
async function checkedAddresses(policy: OutboundPolicy, url: URL): Promise<readonly string[]> {
  if (url.protocol !== 'https:' && !policy.allowHttp) throw new SendRefused('HTTPS_REQUIRED');
  const host = bareHost(url);
  const addresses = isIP(host) === 0 ? await policy.resolve(host) : [host];
  if (addresses.length === 0) throw new SendRefused('NAME_NOT_FOUND');
  if (!addresses.every((address) => policy.isAllowed(address))) throw new SendRefused('ADDRESS_REFUSED');
  return addresses;
}

/** Answers every question for an address with those that were checked. */
const pinnedTo = (addresses: readonly string[]): LookupFunction => {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = pinned;
    if (all === true) callback(null, pinned);
    else callback(null, first?.address ?? '', first?.family);
  };
};

function send(
  url: URL,
  addresses: readonly string[],
  { headers, body }: Message,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    // A connection of its own each time: a kept one would outlive the check of its address.
    agent: false,
    lookup: pinnedTo(addresses),
    maxHeaderSize: MAX_HEADER_BYTES,
    signal,
  };
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options);
    request.on('response', resolve).on('error', reject).end(body);
  });
}

/** The beginning of the answer. Its status is what counts: an answer that breaks off or never ends is cut there. */
function readHead(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  return new Promise((resolve) => {
    const done = (): void => {
      response.destroy();
      resolve(Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES).toString('utf8'));
    };
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= MAX_ANSWER_BYTES) done();
    });
    response.on('end', done).on('error', done).on('close', done);
  });
}

/** A look-up cannot be stopped, but need not be waited for. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
