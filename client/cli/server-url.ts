import { usageError } from './cli-error.ts';

export const DEFAULT_SERVER_URL = 'http://127.0.0.1:4400';

/**
 * The address of a server in the one form that credentials are kept under: scheme, host and port, no path at the end.
 * Refuses what is not an http(s) address, and one that carries a name and password.
 */
export function serverUrl(text: string): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw usageError(`${JSON.stringify(text)} is not the address of a server. Write it as ${DEFAULT_SERVER_URL}.`);
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw usageError(`A server is reached over http or https, not ${url.protocol.replace(':', '')}.`);
  }
  if (url.username !== '' || url.password !== '') {
    throw usageError('Leave the name and password out of the address; sign in with kernel login.');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
