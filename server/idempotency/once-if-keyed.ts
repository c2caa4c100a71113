import type { CommandContext } from '#server/command-context.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { once, type OnceArguments, type StoredResult } from './once.ts';

/**
 * Runs a command that sets something, and so may be repeated as it is: without a key in a plain transaction, with one
 * as `once` does, so that whoever lost the answer gets it back even when the thing has moved on meanwhile.
 */
export const onceIfKeyed = <T extends StoredResult>(
  ctx: CommandContext,
  { key, ...args }: Omit<OnceArguments, 'key'> & { readonly key: string | null | undefined },
  run: (tx: Tx) => Promise<T>,
): Promise<T> => (key === null || key === undefined ? inTransaction(ctx, run) : once(ctx, { ...args, key }, run));
