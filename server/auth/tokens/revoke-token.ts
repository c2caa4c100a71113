import type { Token } from '#prisma/generated/client/client.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { ConflictError } from '#server/errors.ts';
import { type Actor, recordedActor } from '../actor.ts';
import { requirePerson } from '../require-person.ts';
import { requireToken } from './require-token.ts';
import type { Scope } from '../scopes.ts';

/** Without one live credential that has this scope and is an owner's, nobody could let anybody in again. */
const KEY_SCOPE: Scope = 'token.manage';

/**
 * Ends a credential at once; ending an ended one changes nothing. An owner ends any of the organisation, a member the
 * own ones. Throws NotFoundError for others, and ConflictError for the last credential that could make another.
 */
export async function revokeToken(
  ctx: CommandContext,
  actor: Actor,
  { tokenId }: { tokenId: string },
): Promise<{ tokenId: string }> {
  requirePerson(actor);
  return inTransaction(ctx, async (tx) => {
    // One revocation at a time, so that two owners cannot end each other's last credential.
    await tx.db.$queryRaw`SELECT 1 FROM "Organisation" WHERE "id" = ${actor.organisationId} FOR UPDATE`;
    const token = await requireToken(tx, actor, tokenId);
    if (token.revokedAt === null) {
      await refuseLastKey(tx, token);
      await endToken(tx, actor, token);
    }
    return { tokenId };
  });
}

/** Marks a live token as ended and records it. For commands that decided so; it checks nothing. */
export async function endToken(tx: Tx, actor: Actor, token: Token): Promise<void> {
  await tx.db.token.update({ where: { id: token.id }, data: { revokedAt: tx.now } });
  tx.record({
    type: 'token.revoked',
    organisationId: token.organisationId,
    actor: recordedActor(actor),
    data: { tokenId: token.id, kind: token.kind },
  });
}

async function refuseLastKey(tx: Tx, { id, organisationId }: Token): Promise<void> {
  const keys = await tx.db.token.findMany({
    where: {
      organisationId,
      kind: 'MEMBER',
      member: { role: 'OWNER' },
      scopes: { has: KEY_SCOPE },
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: tx.now } }],
    },
    select: { id: true },
    orderBy: { id: 'asc' },
    take: 2,
  });
  if (keys.length === 1 && keys[0]?.id === id) {
    throw new ConflictError(
      'This is the last credential of an owner that can make others. Rotate it, or make another first.',
    );
  }
}
