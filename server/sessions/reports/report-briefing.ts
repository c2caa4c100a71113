import { createHash } from 'node:crypto';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { ConflictError, ValidationError } from '#server/errors.ts';
import { checkedText } from '#server/text-limits.ts';
import { lockSession } from '../require-session.ts';

/** Most sections and texts that a briefing can have lost. */
const MAX_CUTS = 20;

export interface ReportBriefingInput {
  sessionId: string;
  /** What the runtime was handed, whole: the briefing and the access note. */
  text: string;
  /** SHA-256 of its UTF-8 bytes, in hex, as the machine computed it. */
  sha256: string;
  cuts: readonly { readonly section: string; readonly omitted: number; readonly kept: number }[];
  clipped: readonly string[];
  /** The package it was made from; both are left out when it was the work item alone. */
  packageVersion?: number | null | undefined;
  packageHash?: string | null | undefined;
}

/**
 * Keeps the bytes with which a session was really briefed: its briefing receipt. What is reported stands once the runtime
 * runs; until then a launch that is tried again, of work that changed meanwhile, briefs anew. Repeating a report changes
 * nothing. It is taken also after the session ended, for a report that was late.
 *
 * Throws ConflictError when another text was reported before, ValidationError when text and hash do not agree,
 * NotFoundError, and ForbiddenError when the actor may not write to the session.
 */
export async function reportBriefing(
  ctx: CommandContext,
  actor: Actor,
  input: ReportBriefingInput,
): Promise<{ sessionId: string }> {
  requireScope(actor, 'session.write');
  const text = checkedText('text', input.text, 'briefing');
  const sha256 = createHash('sha256').update(text).digest('hex');
  if (sha256 !== input.sha256.toLowerCase()) throw new ValidationError('sha256', 'is not the SHA-256 of the text');
  const cuts = input.cuts.map(({ section, omitted, kept }) => ({ section, omitted, kept }));
  if (cuts.length + input.clipped.length > MAX_CUTS) throw new ValidationError('cuts', `has over ${MAX_CUTS} entries`);
  return inTransaction(ctx, async (tx) => {
    const { id, organisationId, workItemId, status } = await lockSession(tx, actor, input.sessionId);
    const earlier = await tx.db.briefingReceipt.findUnique({ where: { agentSessionId: id }, select: { sha256: true } });
    if (earlier?.sha256 === sha256) return { sessionId: id };
    const isBegun = status !== 'REQUESTED' && status !== 'STARTING';
    if (earlier !== null && isBegun)
      throw new ConflictError(`Agent session ${id} was briefed with another text before.`);
    const of = { packageVersion: input.packageVersion ?? null, packageHash: input.packageHash ?? null };
    const bytes = Buffer.byteLength(text);
    const receipt = {
      ...{ organisationId, workItemId, text, bytes, sha256, ...of },
      ...{ cuts, clipped: [...input.clipped], briefedAt: tx.now },
    };
    const where = { agentSessionId: id };
    await tx.db.briefingReceipt.upsert({ where, create: { ...where, ...receipt }, update: receipt });
    tx.record({
      type: 'session.briefed',
      organisationId,
      actor: recordedActor(actor),
      workItemId,
      agentSessionId: id,
      data: { sessionId: id, bytes, sha256, ...of },
    });
    return { sessionId: id };
  });
}
