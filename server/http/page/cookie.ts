import type { IncomingMessage } from 'node:http';

/**
 * The cookie's name. A browser keeps cookies by host and ignores the port, so the port is in the name: two servers on
 * one machine would sign each other out.
 */
const cookieName = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  `kernel_${/:(\d+)$/.exec(headers.host ?? '')?.[1] ?? '80'}`;

/** The secret in the page's cookie; undefined where none came. */
export function cookieSecret(request: Pick<IncomingMessage, 'headers'>): string | undefined {
  const name = `${cookieName(request)}=`;
  const pair = (request.headers.cookie ?? '').split(/; */).find((candidate) => candidate.startsWith(name));
  return pair === undefined || pair.length === name.length ? undefined : pair.slice(name.length);
}

/**
 * The header that keeps `secret` in the browser until `expiresAt`: out of reach of scripts, and sent by no page of
 * another site. Behind a proxy that ends TLS it is also kept from plain HTTP.
 */
export function setCookie(request: Pick<IncomingMessage, 'headers'>, secret: string, expiresAt: Date): string {
  const isSecure = request.headers['x-forwarded-proto'] === 'https' ? '; Secure' : '';
  return `${cookieName(request)}=${secret}; Path=/; HttpOnly; SameSite=Strict; Expires=${expiresAt.toUTCString()}${isSecure}`;
}

/** The header that makes the browser forget the secret. */
export const dropCookie = (request: Pick<IncomingMessage, 'headers'>): string => setCookie(request, '', new Date(0));
