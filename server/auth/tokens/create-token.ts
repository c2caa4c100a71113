import type { CommandContext } from '#server/command-context.ts';
import { checkedText } from '#server/text-limits.ts';
import type { Actor } from '../actor.ts';
import { grantableScopes } from './grantable-scopes.ts';
import { issueOnce, type Issued } from '#server/idempotency/issue-once.ts';
import { mintToken } from './mint-token.ts';
import { requirePerson } from '../require-person.ts';
import { tokenExpiry } from './token-expiry.ts';

export interface CreateTokenInput {
  name: string;
  scopes: readonly string[];
  expiresAt?: Date | null | undefined;
  idempotencyKey: string;
}

/**
 * Makes a further credential of the member who asks, with scopes that member's own credential has. Throws ForbiddenError
 * for scopes it lacks and for machines and sessions, ValidationError for an unknown scope or an expiry in the past.
 */
export async function createToken(
  ctx: CommandContext,
  actor: Actor,
  input: CreateTokenInput,
): Promise<Issued<{ tokenId: string }>> {
  requirePerson(actor);
  const name = checkedText('name', input.name, 'name');
  const scopes = grantableScopes(actor, input.scopes);
  const { idempotencyKey: key, ...rest } = input;
  return issueOnce(ctx, { actor, command: 'createToken', key, input: rest }, async (tx) => {
    const expiresAt = tokenExpiry(input.expiresAt, tx.now);
    const holder = { kind: 'MEMBER', memberId: actor.id } as const;
    const { tokenId, secret } = await mintToken(tx, ctx, actor, { holder, name, scopes, expiresAt });
    return { stored: { tokenId }, secret };
  });
}
