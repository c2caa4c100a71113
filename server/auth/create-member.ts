import type { MemberRole } from '#prisma/generated/client/client.ts';
import type { CommandContext } from '#server/command-context.ts';
import { checkedText } from '#server/text-limits.ts';
import { type Actor, recordedActor } from './actor.ts';
import { requireOwner } from './authorize.ts';
import { grantableScopes } from './tokens/grantable-scopes.ts';
import { issueOnce, type Issued } from '#server/idempotency/issue-once.ts';
import { mintToken } from './tokens/mint-token.ts';
import { requirePerson } from './require-person.ts';
import { scopes as allScopes } from './scopes.ts';

export interface CreateMemberInput {
  name: string;
  role: MemberRole;
  /** Scopes of the member's first credential; all of them when left out. */
  scopes?: readonly string[] | null | undefined;
  idempotencyKey: string;
}

/**
 * Adds a person to the organisation and makes the first credential that person signs in with. Owners only. Throws
 * ForbiddenError, and for scopes that the owner's own credential lacks.
 */
export async function createMember(
  ctx: CommandContext,
  actor: Actor,
  input: CreateMemberInput,
): Promise<Issued<{ memberId: string; tokenId: string }>> {
  requireOwner(actor);
  requirePerson(actor);
  const name = checkedText('name', input.name, 'name');
  const scopes = grantableScopes(actor, input.scopes ?? allScopes);
  const { organisationId } = actor;
  const { idempotencyKey: key, ...rest } = input;
  return issueOnce(ctx, { actor, command: 'createMember', key, input: rest }, async (tx) => {
    const memberId = ctx.ids.next('usr');
    await tx.db.member.create({
      data: { id: memberId, organisationId, name, role: input.role, createdAt: tx.now },
    });
    tx.record({
      type: 'member.created',
      organisationId,
      actor: recordedActor(actor),
      data: { memberId, role: input.role },
    });
    const holder = { kind: 'MEMBER', memberId } as const;
    const { tokenId, secret } = await mintToken(tx, ctx, actor, { holder, name, scopes, expiresAt: null });
    return { stored: { memberId, tokenId }, secret };
  });
}
