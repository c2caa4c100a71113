import { createHash } from 'node:crypto';
import type { AgentSession, RecordOfferKind } from '#prisma/generated/client/client.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ValidationError } from '#server/errors.ts';
import { once } from '#server/idempotency/once.ts';
import { checkedText } from '#server/text-limits.ts';
import { lockSession } from '../require-session.ts';

/** Most lines of one call, and most that one session can offer in all. */
const MAX_OFFERS = 50;
const MAX_OF_SESSION = 200;

/** A line that a session left for the record. */
export interface OfferedLine {
  readonly kind: RecordOfferKind;
  readonly text: string;
  /** Where it was read, such as `NOTES.md, line 3`. */
  readonly source: string;
}

export interface OfferRecordsInput {
  sessionId: string;
  offers: readonly OfferedLine[];
  idempotencyKey: string;
}

/**
 * Keeps lines that a session which cannot reach Kernel left for the record. They are offers: nothing is on the record, and
 * in no package, until a person accepts them. A line that was offered before, or is on the record of the work item word for
 * word, is passed over. It is taken also after the session ended.
 *
 * Throws ValidationError naming the line, NotFoundError, and ForbiddenError when the actor may not write to the session.
 */
export async function offerRecords(
  ctx: CommandContext,
  actor: Actor,
  input: OfferRecordsInput,
): Promise<{ sessionId: string; offered: number }> {
  requireScope(actor, 'session.write', 'work.write');
  const lines = checkedLines(input.offers);
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'offerRecords', key, input: rest }, async (tx) => {
    const session = await lockSession(tx, actor, input.sessionId);
    const fresh = await notOnRecord(tx, session, lines);
    const { id: agentSessionId, organisationId, workItemId } = session;
    const known = await tx.db.recordOffer.count({ where: { agentSessionId } });
    const place = { organisationId, workItemId, agentSessionId, offeredAt: tx.now };
    const { count } = await tx.db.recordOffer.createMany({
      data: fresh.slice(0, Math.max(0, MAX_OF_SESSION - known)).map((line) => ({
        ...place,
        ...line,
        id: ctx.ids.next('off'),
        digest: createHash('sha256').update(`${line.kind}\0${line.text}`).digest('hex'),
        offeredBy: { ...recordedActor(actor) },
      })),
      skipDuplicates: true,
    });
    if (count > 0) {
      tx.record({
        type: 'session.records_offered',
        ...{ organisationId, workItemId, agentSessionId },
        actor: recordedActor(actor),
        data: { sessionId: agentSessionId, offers: count },
      });
    }
    return { sessionId: agentSessionId, offered: count };
  });
}

function checkedLines(offers: readonly OfferedLine[]): OfferedLine[] {
  const { length } = offers;
  if (length === 0 || length > MAX_OFFERS) {
    throw new ValidationError('offers', `must hold 1 to ${MAX_OFFERS} lines, not ${length}`);
  }
  return offers.map(({ kind, text, source }, i) => ({
    kind,
    text: checkedText(`offers[${i}].text`, text, kind === 'DECISION' ? 'statement' : 'blockerTitle'),
    source: checkedText(`offers[${i}].source`, source, 'offerSource'),
  }));
}

/** Without those that the work item has word for word: a session with two ways to record may have taken both. */
async function notOnRecord(
  tx: Tx,
  { workItemId }: AgentSession,
  lines: readonly OfferedLine[],
): Promise<OfferedLine[]> {
  const texts = lines.map(({ text }) => text);
  const [decisions, blockers] = [
    await tx.db.decision.findMany({ where: { workItemId, statement: { in: texts } }, select: { statement: true } }),
    await tx.db.blocker.findMany({ where: { workItemId, title: { in: texts } }, select: { title: true } }),
  ];
  const known = {
    DECISION: new Set(decisions.map(({ statement }) => statement)),
    BLOCKER: new Set(blockers.map(({ title }) => title)),
  };
  return lines.filter(({ kind, text }) => !known[kind].has(text));
}
