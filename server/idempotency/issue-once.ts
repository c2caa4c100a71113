import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { once, type OnceArguments, type StoredResult } from './once.ts';

/** What a command answers that issues a credential. */
export type Issued<T> = T & {
  /** Null when the answer is a repeated one: a secret is shown once and kept nowhere. */
  secret: string | null;
};

/**
 * Runs a command that issues a credential at most once per actor and key, as `once` does, without storing the secret:
 * the first answer carries it, a repeated answer carries null in its place. Whoever lost the first answer rotates the
 * credential, or makes another one under a new key.
 */
export async function issueOnce<T extends StoredResult>(
  ctx: CommandContext,
  args: OnceArguments,
  run: (tx: Tx) => Promise<{ stored: T; secret: string | null }>,
): Promise<Issued<T>> {
  let secret: string | null = null;
  const stored = await once(ctx, args, async (tx) => {
    const issued = await run(tx);
    secret = issued.secret;
    return issued.stored;
  });
  return { ...stored, secret };
}
