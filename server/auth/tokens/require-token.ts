import type { Token } from '#prisma/generated/client/client.ts';
import type { Tx } from '#server/db/transaction.ts';
import { NotFoundError } from '#server/errors.ts';
import type { Actor } from '../actor.ts';
import { reachToken } from './reach-token.ts';

const TOKEN_ID_PATTERN = /^tok_[0-9A-Za-z-]{1,64}$/;
/** Most characters of an unknown id that an error repeats. */
const SHOWN_CHARACTERS = 80;

/**
 * The token, with its row locked until the transaction ends. Throws NotFoundError when the actor manages no such token;
 * what cannot be an id is not asked of the database.
 */
export async function requireToken(tx: Tx, actor: Actor, tokenId: string): Promise<Token> {
  const where = { AND: [{ id: tokenId }, reachToken(actor)] };
  if (TOKEN_ID_PATTERN.test(tokenId)) {
    await tx.db.$queryRaw`SELECT 1 FROM "Token" WHERE "id" = ${tokenId} FOR UPDATE`;
    const token = await tx.db.token.findFirst({ where });
    if (token !== null) return token;
  }
  throw new NotFoundError('token', tokenId.slice(0, SHOWN_CHARACTERS).toWellFormed());
}
