import type { Token } from '#prisma/generated/client/client.ts';
import type { CommandContext } from '#server/command-context.ts';
import { ForbiddenError, InvalidTransitionError } from '#server/errors.ts';
import type { Actor } from '../actor.ts';
import { grantableScopes } from './grantable-scopes.ts';
import { issueOnce, type Issued } from '#server/idempotency/issue-once.ts';
import { mintToken, type TokenHolder } from './mint-token.ts';
import { requirePerson } from '../require-person.ts';
import { requireToken } from './require-token.ts';
import { endToken } from './revoke-token.ts';

export interface RotateTokenInput {
  tokenId: string;
  idempotencyKey: string;
}

/**
 * Puts a new credential in the place of one that is live: same holder, name, scopes and expiry, another secret. The old
 * one ends at once and stays on the record. Since the answer shows the new secret, the asking credential must have every
 * scope of it. Throws InvalidTransitionError for a revoked or expired token, ForbiddenError for a session's: that one
 * lives and dies with its session.
 */
export async function rotateToken(
  ctx: CommandContext,
  actor: Actor,
  { tokenId, idempotencyKey: key }: RotateTokenInput,
): Promise<Issued<{ tokenId: string }>> {
  requirePerson(actor);
  return issueOnce(ctx, { actor, command: 'rotateToken', key, input: { tokenId } }, async (tx) => {
    const token = await requireToken(tx, actor, tokenId);
    refuseEnded(token, tx.now);
    const { name, expiresAt } = token;
    const scopes = grantableScopes(actor, token.scopes);
    await endToken(tx, actor, token);
    const minted = await mintToken(tx, ctx, actor, { holder: holderOf(token), name, scopes, expiresAt });
    return { stored: { tokenId: minted.tokenId }, secret: minted.secret };
  });
}

function refuseEnded({ revokedAt, expiresAt }: Token, now: Date): void {
  if (revokedAt !== null) throw new InvalidTransitionError('token', 'REVOKED', 'ROTATE', []);
  if (expiresAt !== null && expiresAt <= now)
    throw new InvalidTransitionError('token', 'EXPIRED', 'ROTATE', ['REVOKE']);
}

function holderOf({ kind, memberId, machineId }: Token): TokenHolder {
  if (kind === 'MEMBER' && memberId !== null) return { kind, memberId };
  if (kind === 'MACHINE' && machineId !== null) return { kind, machineId, memberId };
  throw new ForbiddenError('A session’s credential is not rotated: it lives and ends with its session.');
}
