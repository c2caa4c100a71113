import type { IncomingMessage, ServerResponse } from 'node:http';
import type { App } from '#server/app.ts';
import { authenticate } from '#server/auth/authenticate.ts';
import { closeBrowserSession } from '#server/auth/browser/close-browser-session.ts';
import { openBrowserSession, type SignInProof } from '#server/auth/browser/open-browser-session.ts';
import { ForbiddenError, ValidationError } from '#server/errors.ts';
import { browserName } from './browser-name.ts';
import { cookieSecret, dropCookie, setCookie } from './cookie.ts';
import { readJsonBody } from '../rest/read-json-body.ts';
import { isSameOrigin } from './same-origin.ts';
import { sendJson } from '../responses.ts';

/** Takes `{ "code": … }` of a sign-in link or `{ "token": … }`, and answers with the cookie of a browser session. */
export async function signIn(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
  requirePage(request);
  const proof = proofOf(await readJsonBody(request));
  const session = await openBrowserSession(app, proof, browserName(request.headers['user-agent']));
  response.setHeader('set-cookie', setCookie(request, session.secret, session.expiresAt));
  sendJson(response, 201, { expiresAt: session.expiresAt.toISOString() });
}

/** Ends the browser session whose cookie came, and the cookie whether or not it still held. */
export async function signOut(app: App, request: IncomingMessage, response: ServerResponse): Promise<void> {
  requirePage(request);
  const secret = cookieSecret(request);
  const actor = secret === undefined ? null : await authenticate(app, secret);
  if (actor !== null) await closeBrowserSession(app, actor);
  response.setHeader('set-cookie', dropCookie(request));
  sendJson(response, 200, { signedOut: true });
}

/** Else another site could sign a visitor in as somebody else, or out. */
function requirePage(request: IncomingMessage): void {
  if (!isSameOrigin(request)) throw new ForbiddenError('Only the page of this server signs a browser in or out.');
}

function proofOf(body: unknown): SignInProof {
  const { code, token } = (typeof body === 'object' && body !== null ? body : {}) as {
    code?: unknown;
    token?: unknown;
  };
  if (typeof code === 'string' && token === undefined) return { code };
  if (typeof token === 'string' && code === undefined) return { token };
  throw new ValidationError('code', 'must be the code of a sign-in link, or `token` a token, one of them');
}
