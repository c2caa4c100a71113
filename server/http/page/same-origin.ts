import type { IncomingMessage } from 'node:http';
import { ForbiddenError } from '#server/errors.ts';

const SAFE_METHODS = ['GET', 'HEAD'];

/** Whether a request says that a page of this very server made it. Browsers always say so when they change something. */
export function isSameOrigin({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const { origin, host } = headers;
  return origin !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Refuses a request that a browser signed with its cookie, unless a page of this server made it: other pages can make a
 * browser send one. Reading is let through where the browser does not say who asks, since no other page sees the answer.
 * Throws ForbiddenError.
 */
export function requireSameOrigin(request: Pick<IncomingMessage, 'headers' | 'method'>): void {
  const { origin } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const reads = SAFE_METHODS.includes(request.method ?? '');
  const isOurs =
    origin === undefined
      ? reads && (site === undefined || ['same-origin', 'none'].includes(String(site)))
      : isSameOrigin(request);
  if (!isOurs) throw new ForbiddenError('This request came from a page of another origin. Use a token there.');
}
