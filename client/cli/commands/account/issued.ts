import type { Answer } from '../../output/answer.ts';
import { printableLine } from '../../output/printable.ts';

interface Issued {
  readonly secret?: string | null | undefined;
  readonly token: { readonly id: string; readonly name: string };
}

/**
 * The answer of a command that made a credential: the secret alone on standard output, so that it can be piped into a
 * file, and what it belongs to beside it. A repeated answer has no secret, and says what to do then.
 */
export function issued({ secret, ...rest }: Issued & { readonly member?: unknown }): Answer {
  const { token } = rest;
  const name = printableLine(token.name);
  const { __typename: _type, ...shown } = rest as typeof rest & { __typename?: string };
  if (secret === null || secret === undefined) {
    const note = `${token.id} (${name}) was made before; its secret was shown then. Lost it? kernel token rotate ${token.id}`;
    return { json: { ...shown, secret: null }, text: () => '', notes: [note] };
  }
  const note = `${token.id} (${name}): this secret is shown once`;
  return { json: { ...shown, secret }, text: () => `${secret}\n`, notes: [note] };
}
