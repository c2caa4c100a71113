import { z } from 'zod';
import type { App } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import { actor, asMoment, asMomentOrNull, moment } from './fields.ts';

export const decisionAnswer = z
  .strictObject({
    id: z.string(),
    work_item_id: z.string(),
    session_id: z.string().nullable(),
    statement: z.string(),
    rationale: z.string(),
    evidence: z.array(z.string()),
    recorded_at: moment,
    recorded_by: actor,
    superseded_by_id: z.string().nullable().describe('The decision in its place; null while it stands.'),
    superseded_at: moment.nullable(),
  })
  .meta({ id: 'Decision', description: 'What was decided, and why.' });

/** A decision that exists, as answers show it. */
export async function readDecision(
  { prisma }: App,
  reader: Actor,
  id: string,
): Promise<z.output<typeof decisionAnswer>> {
  const row = await prisma.decision.findFirstOrThrow({ where: { id, ...reachRecord(reader) } });
  return {
    id: row.id,
    work_item_id: row.workItemId,
    session_id: row.agentSessionId,
    statement: row.statement,
    rationale: row.rationale,
    evidence: row.evidence,
    recorded_at: asMoment(row.recordedAt),
    recorded_by: actor.parse(row.recordedBy),
    superseded_by_id: row.supersededById,
    superseded_at: asMomentOrNull(row.supersededAt),
  };
}
