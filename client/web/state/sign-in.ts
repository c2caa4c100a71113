import { router } from './router.svelte.ts';

/**
 * The code that a sign-in link brought in the fragment of the address, which no server and no log ever sees. It is taken
 * out of the address at once, so that neither the history nor a copied address holds it. Undefined where there is none.
 */
export function takeCode(): string | undefined {
  if (location.pathname !== '/sign-in' || location.hash.length < 2) return undefined;
  const code = location.hash.slice(1);
  history.replaceState(null, '', '/sign-in');
  return code;
}

/** Sends what lets a browser in; the answer's cookie is the browser's affair. Throws an Error with what to do. */
export async function signIn(proof: { code: string } | { token: string }): Promise<void> {
  await post('/page/sign-in', proof);
  if (location.pathname === '/sign-in') router.go('/', { replace: true });
}

/** Ends this browser's credential and cookie. */
export const signOut = (): Promise<void> => post('/page/sign-out', {});

async function post(path: string, body: unknown): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) }).catch(() => {
    throw new Error('The server does not answer. Try again once it is back.');
  });
  if (response.ok) return;
  const { error } = (await response.json()) as { error?: { message?: string } };
  throw new Error(error?.message ?? `The server answered with status ${response.status}.`);
}
