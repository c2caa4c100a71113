import type { AgentSession } from '#prisma/generated/client/client.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import type { Actor } from '../actor.ts';
import { mintToken } from './mint-token.ts';
import { endToken } from './revoke-token.ts';
import { sessionScopes } from '../scopes.ts';

/**
 * Issues the credential of a session, which reaches that session and its work item and nothing else. It has no scope
 * that the actor who registers the session lacks. Returns the secret, for its one showing.
 */
export async function issueSessionCredential(
  tx: Tx,
  ctx: CommandContext,
  actor: Actor,
  session: Pick<AgentSession, 'id' | 'workItemId' | 'runtime'>,
): Promise<string> {
  const { secret } = await mintToken(tx, ctx, actor, {
    holder: { kind: 'SESSION', agentSessionId: session.id, workItemId: session.workItemId },
    name: `${session.runtime} session`,
    scopes: sessionScopes.filter((scope) => actor.scopes.has(scope)),
    expiresAt: null,
  });
  return secret;
}

/** Ends every live credential of a session, as the session ends. */
export async function endSessionCredentials(tx: Tx, actor: Actor, agentSessionId: string): Promise<void> {
  const live = await tx.db.token.findMany({ where: { agentSessionId, revokedAt: null }, orderBy: { id: 'asc' } });
  for (const token of live) await endToken(tx, actor, token);
}
