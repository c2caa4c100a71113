import type { CommandContext } from '#server/command-context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Actor } from '../actor.ts';
import { endToken } from '../tokens/revoke-token.ts';

/** Signs a browser out: its credential ends at once, on every connection; signing out again changes nothing. */
export async function closeBrowserSession(ctx: CommandContext, actor: Actor): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await tx.db.$queryRaw`SELECT 1 FROM "Token" WHERE "id" = ${actor.tokenId} FOR UPDATE`;
    const token = await tx.db.token.findUniqueOrThrow({ where: { id: actor.tokenId } });
    if (token.revokedAt === null) await endToken(tx, actor, token);
  });
}
