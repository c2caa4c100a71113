import type { Actor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { IdempotencyInProgressError, IdempotencyKeyMismatchError } from '#server/errors.ts';
import { fingerprint } from './fingerprint.ts';
import { keptKey } from './kept-key.ts';

/** JSON that can be stored with a key and given back as it was. */
export type StoredResult = { readonly [key: string]: string | number | boolean | null };

export interface OnceArguments {
  readonly actor: Actor;
  readonly command: string;
  readonly key: string;
  /** Everything that makes this request the one it is, the key left out. */
  readonly input: unknown;
}

/**
 * Runs a command at most once per actor and key. The change, its events and the answer commit together; a later call
 * with the same key and input gets the first answer without running anything. A refusal stores nothing, so it may be
 * retried under the same key once its cause is gone.
 *
 * Throws IdempotencyKeyMismatchError for other input under the key, IdempotencyInProgressError while the first runs.
 */
export async function once<T extends StoredResult>(
  ctx: CommandContext,
  args: OnceArguments,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  const { actor, command } = args;
  const key = keptKey(args.key);
  const print = fingerprint(command, args.input);
  return inTransaction(ctx, async (tx) => {
    await lockKey(tx, actor.id, key);
    const earlier = await tx.db.idempotencyRecord.findUnique({ where: { actorId_key: { actorId: actor.id, key } } });
    if (earlier !== null) {
      if (earlier.fingerprint !== print) throw new IdempotencyKeyMismatchError(key, earlier.command);
      return earlier.result as T;
    }
    const result = await run(tx);
    await tx.db.idempotencyRecord.create({
      data: { actorId: actor.id, key, command, fingerprint: print, result, createdAt: tx.now },
    });
    return result;
  });
}

/** A lock that ends with the transaction, also when its process is killed; nothing can be left "running" for ever. */
async function lockKey(tx: Tx, actorId: string, key: string): Promise<void> {
  const rows = await tx.db.$queryRaw<{ locked: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${`${actorId}:${key}`}, 0)) AS locked`;
  if (rows[0]?.locked !== true) throw new IdempotencyInProgressError(key);
}
