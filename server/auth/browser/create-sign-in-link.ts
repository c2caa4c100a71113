import type { CommandContext } from '#server/command-context.ts';
import { ForbiddenError } from '#server/errors.ts';
import { issueOnce, type Issued } from '#server/idempotency/issue-once.ts';
import type { Actor } from '../actor.ts';
import { hashSecret, mintSecret } from '../secret.ts';

/** How long a link serves, in milliseconds: time to follow it, too short to find it later. */
export const LINK_LIFE_MS = 60_000;
/** How long a link that no longer serves is kept, in milliseconds. */
const KEPT_MS = 24 * 60 * 60 * 1000;

export interface CreateSignInLinkInput {
  idempotencyKey: string;
}

/**
 * Makes a code that signs one browser in as the member who asks, once, within a minute, with the scopes of the asking
 * credential. The code is shown once and stored as its hash. Throws ForbiddenError for machines and sessions.
 */
export async function createSignInLink(
  ctx: CommandContext,
  actor: Actor,
  { idempotencyKey: key }: CreateSignInLinkInput,
): Promise<Issued<{ linkId: string; expiresAt: string }>> {
  if (actor.kind !== 'member')
    throw new ForbiddenError('Only a member signs a browser in, never a machine or a session.');
  return issueOnce(ctx, { actor, command: 'createSignInLink', key, input: {} }, async (tx) => {
    const linkId = ctx.ids.next('lnk');
    const secret = mintSecret();
    const expiresAt = new Date(tx.now.getTime() + LINK_LIFE_MS);
    await tx.db.signInLink.deleteMany({ where: { expiresAt: { lt: new Date(tx.now.getTime() - KEPT_MS) } } });
    await tx.db.signInLink.create({
      data: {
        id: linkId,
        memberId: actor.id,
        tokenId: actor.tokenId,
        hash: hashSecret(secret),
        createdAt: tx.now,
        expiresAt,
      },
    });
    return { stored: { linkId, expiresAt: expiresAt.toISOString() }, secret };
  });
}
