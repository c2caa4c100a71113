import type { CommandContext } from '#server/command-context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { scopes } from './scopes.ts';
import { hashSecret } from './secret.ts';

/** Names the advisory lock under which servers that start at once look whether they are the first. */
const FIRST_START_LOCK = 'kernel:first-start';

/**
 * On the first start, creates the organisation, its owner, and the owner's credential with `ownerSecret`, all or nothing;
 * true when this call did. Of servers that start at once, one does. A later start changes nothing: an owner's credential
 * that was revoked since stays revoked.
 */
export async function ensureOrganisation(ctx: CommandContext, ownerSecret: string): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    await tx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${FIRST_START_LOCK}, 0))`;
    if ((await tx.db.organisation.count()) > 0) return false;
    const organisationId = ctx.ids.next('org');
    const memberId = ctx.ids.next('usr');
    const createdAt = tx.now;
    await tx.db.organisation.create({ data: { id: organisationId, name: 'Kernel', createdAt } });
    await tx.db.member.create({ data: { id: memberId, organisationId, name: 'Owner', role: 'OWNER', createdAt } });
    await tx.db.token.create({
      data: {
        id: ctx.ids.next('tok'),
        organisationId,
        kind: 'MEMBER',
        memberId,
        name: 'first start',
        hash: hashSecret(ownerSecret),
        scopes: [...scopes],
        createdAt,
      },
    });
    return true;
  });
}
