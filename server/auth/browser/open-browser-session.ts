import type { CommandContext } from '#server/command-context.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { UnauthenticatedError } from '#server/errors.ts';
import type { Actor } from '../actor.ts';
import { authenticate } from '../authenticate.ts';
import { hashSecret } from '../secret.ts';
import { isScope } from '../scopes.ts';
import { mintToken } from '../tokens/mint-token.ts';

/** How long a browser stays signed in, in milliseconds. */
export const BROWSER_SESSION_MS = 14 * 24 * 60 * 60 * 1000;

/** The credential a browser keeps in a cookie. */
export interface BrowserSession {
  readonly secret: string;
  readonly expiresAt: Date;
}

/** What a browser shows to be let in: the code of a sign-in link, or a token that was pasted. */
export type SignInProof = { readonly code: string } | { readonly token: string };

/**
 * Signs a browser in: makes a credential of its own for it, with the scopes of the credential behind the link or of the
 * pasted token, which it never outlives. `browser` is what the credential is called. A link serves once. Throws
 * UnauthenticatedError, which says what to do.
 */
export async function openBrowserSession(
  ctx: CommandContext,
  proof: SignInProof,
  browser: string,
): Promise<BrowserSession> {
  const pasted = 'token' in proof ? await requireMember(ctx, proof.token) : undefined;
  return inTransaction(ctx, async (tx) => {
    const actor = pasted ?? (await memberOfLink(tx, 'code' in proof ? proof.code : ''));
    const { expiresAt: bound } = await tx.db.token.findUniqueOrThrow({ where: { id: actor.tokenId } });
    const latest = new Date(tx.now.getTime() + BROWSER_SESSION_MS);
    const expiresAt = bound !== null && bound < latest ? bound : latest;
    const holder = { kind: 'MEMBER', memberId: actor.id } as const;
    const { secret } = await mintToken(tx, ctx, actor, { holder, name: browser, scopes: [...actor.scopes], expiresAt });
    return { secret, expiresAt };
  });
}

async function requireMember(ctx: CommandContext, token: string): Promise<Actor> {
  const actor = await authenticate(ctx, token);
  if (actor === null) throw new UnauthenticatedError('This token is unknown, revoked or expired. Ask for another one.');
  if (actor.kind !== 'member')
    throw new UnauthenticatedError(`This is the token of a ${actor.kind}: a browser takes a person’s.`);
  return actor;
}

/** Uses the link up. Of two browsers that follow it at once the row's update lets one in. */
async function memberOfLink(tx: Tx, code: string): Promise<Actor> {
  const hash = hashSecret(code);
  const { count } = await tx.db.signInLink.updateMany({
    where: { hash, usedAt: null, expiresAt: { gt: tx.now }, token: { revokedAt: null } },
    data: { usedAt: tx.now },
  });
  const link =
    count === 0 ? null : await tx.db.signInLink.findUnique({ where: { hash }, include: { member: true, token: true } });
  if (link === null || (link.token.expiresAt !== null && link.token.expiresAt <= tx.now)) {
    throw new UnauthenticatedError('This link was used before or is older than a minute. Run kernel open again.');
  }
  const { member, token } = link;
  return {
    kind: 'member',
    id: member.id,
    name: member.name,
    role: member.role,
    organisationId: member.organisationId,
    tokenId: token.id,
    scopes: new Set(token.scopes.filter(isScope)),
  };
}
