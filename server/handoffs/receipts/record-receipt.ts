import { matchEchoes } from '#schema/documents/receipt/match-echoes.ts';
import { receiptItems } from '#schema/documents/receipt/receipt-items.ts';
import type { Handoff } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireOwnSession, requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { InvalidTransitionError } from '#server/errors.ts';
import { once } from '#server/idempotency/once.ts';
import { checkedTexts } from '#server/text-limits.ts';
import { availableCommands } from '../lifecycle.ts';
import { lockHandoff } from '../lock-handoff.ts';
import { readPackageDocument } from '../packages/package-document.ts';
import { packageOnOffer, recordHandoffEvent } from '../record-handoff-event.ts';

export interface RecordReceiptInput {
  handoffId: string;
  /** What the destination says back: keys of statements (`goal`, `constraint-1`) or their texts. */
  echoes: string[];
  idempotencyKey: string;
}

/**
 * Notes which of the package's goal, objective, constraints and criteria the destination said back. What was covered once
 * stays covered: a second receipt adds to the first.
 *
 * Throws NotFoundError, ValidationError for echoes over the limits, InvalidTransitionError unless the handoff is
 * accepted, ForbiddenError when another session than the one that continues it asks.
 */
export async function recordReceipt(
  ctx: CommandContext,
  actor: Actor,
  input: RecordReceiptInput,
): Promise<{ handoffId: string; unknown: number }> {
  requireScope(actor, 'handoff.accept');
  const { handoffId, idempotencyKey: key } = input;
  const echoes = checkedTexts('echoes', input.echoes, 'echoes', 'echo');
  return once(ctx, { actor, command: 'recordReceipt', key, input: { handoffId, echoes } }, async (tx) => {
    const handoff = await lockHandoff(tx, actor, handoffId);
    const { state, id } = handoff;
    if (state !== 'ACCEPTED') throw new InvalidTransitionError('handoff', state, 'RECEIPT', availableCommands(state));
    const { id: sessionId } = await tx.db.agentSession.findUniqueOrThrow({
      where: { handoffId: id },
      select: { id: true },
    });
    requireOwnSession(actor, sessionId);
    return { handoffId, unknown: await addToReceipt(tx, actor, { handoff, sessionId, echoes }) };
  });
}

/** Writes what is covered now, and the event; gives the number of echoes that name nothing in the package. */
async function addToReceipt(
  tx: Tx,
  actor: Actor,
  receipt: { handoff: Handoff; sessionId: string; echoes: readonly string[] },
): Promise<number> {
  const { handoff, sessionId, echoes } = receipt;
  const { id: handoffId, organisationId, workItemId, packageVersion } = handoff;
  const where = { handoffId_version: { handoffId, version: packageVersion } };
  const stored = await tx.db.handoffPackage.findUniqueOrThrow({ where, select: { document: true } });
  const items = receiptItems(readPackageDocument(stored.document));
  const match = matchEchoes(items, echoes);
  const before = await tx.db.handoffReceipt.findUnique({ where: { handoffId }, select: { covered: true } });
  const all = new Set([...(before?.covered ?? []), ...match.covered]);
  const covered = items.map(({ key }) => key).filter((key) => all.has(key));
  const said = { sessionId, covered, recordedAt: tx.now, recordedBy: { ...recordedActor(actor) } };
  await tx.db.handoffReceipt.upsert({
    where: { handoffId },
    create: { handoffId, organisationId, workItemId, packageVersion, ...said },
    update: said,
  });
  recordHandoffEvent(tx, actor, handoff, 'receipt_recorded', {
    state: handoff.state,
    ...packageOnOffer(handoff),
    sessionId,
    covered: covered.length,
    missing: items.length - covered.length,
  });
  return match.unknown.length;
}
