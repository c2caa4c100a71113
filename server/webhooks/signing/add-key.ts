import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { asSecret, mintKey } from './signing-secret.ts';

/** Gives a webhook a new key to sign with, and gives it as the secret that its receiver keeps: the only time it is told. */
export async function addKey(tx: Tx, ctx: Pick<CommandContext, 'ids'>, webhookId: string): Promise<string> {
  const key = mintKey();
  await tx.db.webhookSecret.create({ data: { id: ctx.ids.next('whs'), webhookId, key, createdAt: tx.now } });
  return asSecret(key);
}
