import type { Answer } from '../../output/answer.ts';
import { printableLine } from '../../output/printable.ts';

interface Secretive {
  readonly secret?: string | null | undefined;
  readonly webhook: { readonly id: string; readonly name: string };
}

/**
 * The answer of a command that made a signing secret: the secret alone on standard output, so that it can be piped into a
 * file, and what it belongs to beside it. A repeated answer has no secret, and says what to do then.
 */
export function withSecret({ secret, webhook }: Secretive): Answer {
  const name = printableLine(webhook.name);
  const shown = secret ?? null;
  const note =
    shown === null
      ? `${webhook.id} (${name}): its secret was shown before. Lost it? kernel webhook rotate ${webhook.id}`
      : `${webhook.id} (${name}): this signing secret is shown once`;
  return { json: { webhook, secret: shown }, text: () => (shown === null ? '' : `${shown}\n`), notes: [note] };
}
