import type { Actor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { ConflictError } from '#server/errors.ts';
import { checkedText } from '#server/text-limits.ts';
import { lockSession } from '../require-session.ts';

export interface NameProviderSessionInput {
  sessionId: string;
  /** The runtime's own id of the run. */
  providerSessionId: string;
}

/**
 * Says under which id the runtime itself knows a session, once that is known. Saying it again changes nothing; it is
 * taken also after the session ended, for a report that was late. Throws NotFoundError, ValidationError, ForbiddenError,
 * and ConflictError when another id was said before.
 */
export async function nameProviderSession(
  ctx: CommandContext,
  actor: Actor,
  input: NameProviderSessionInput,
): Promise<{ sessionId: string }> {
  requireScope(actor, 'session.write');
  const providerSessionId = checkedText('providerSessionId', input.providerSessionId, 'providerSessionId');
  return inTransaction(ctx, async (tx) => {
    const session = await lockSession(tx, actor, input.sessionId);
    if (session.providerSessionId === null) {
      await tx.db.agentSession.update({ where: { id: session.id }, data: { providerSessionId } });
    } else if (session.providerSessionId !== providerSessionId) {
      throw new ConflictError(`Agent session ${session.id} is known to its runtime under another id already.`);
    }
    return { sessionId: session.id };
  });
}
