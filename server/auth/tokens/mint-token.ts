import type { TokenKind } from '#prisma/generated/client/client.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { type Actor, recordedActor } from '../actor.ts';
import type { Scope } from '../scopes.ts';
import { hashSecret, mintSecret } from '../secret.ts';

/** Whom a token acts for. A machine's token also names the member who made it, whose own token it is to manage. */
export type TokenHolder =
  | { readonly kind: 'MEMBER'; readonly memberId: string }
  | { readonly kind: 'MACHINE'; readonly machineId: string; readonly memberId: string | null }
  | { readonly kind: 'SESSION'; readonly agentSessionId: string; readonly workItemId: string };

export interface MintTokenArguments {
  readonly holder: TokenHolder;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

export interface MintedToken {
  readonly tokenId: string;
  /** The only time the secret is known: the database has its hash. */
  readonly secret: string;
}

/** Makes a credential and records that it was made. For commands that decided who may have it; it checks nothing. */
export async function mintToken(
  tx: Tx,
  ctx: CommandContext,
  actor: Actor,
  { holder, name, scopes, expiresAt }: MintTokenArguments,
): Promise<MintedToken> {
  const { organisationId } = actor;
  const tokenId = ctx.ids.next('tok');
  const secret = mintSecret();
  const { workItemId, ...columns } = { workItemId: undefined, ...holder };
  await tx.db.token.create({
    data: {
      ...columns,
      id: tokenId,
      organisationId,
      name,
      hash: hashSecret(secret),
      scopes: [...scopes],
      createdAt: tx.now,
      expiresAt,
    },
  });
  tx.record({
    type: 'token.created',
    organisationId,
    actor: recordedActor(actor),
    ...(workItemId === undefined ? {} : { workItemId }),
    ...(holder.kind === 'SESSION' ? { agentSessionId: holder.agentSessionId } : {}),
    data: { tokenId, kind: holder.kind satisfies TokenKind },
  });
  return { tokenId, secret };
}
