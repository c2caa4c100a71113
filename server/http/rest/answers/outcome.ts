import { z } from 'zod';
import type { App } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import { actor, asMoment, moment } from './fields.ts';

export const outcomeAnswer = z
  .strictObject({
    id: z.string(),
    work_item_id: z.string(),
    session_id: z.string().nullable(),
    summary: z.string(),
    met_criteria: z.array(z.string()),
    unmet_criteria: z.array(z.string()),
    evidence: z.array(z.string()),
    recorded_at: moment,
    recorded_by: actor,
  })
  .meta({ id: 'Outcome', description: 'How the work stood against its acceptance criteria when somebody looked.' });

/** An outcome that exists, as answers show it. */
export async function readOutcome({ prisma }: App, reader: Actor, id: string): Promise<z.output<typeof outcomeAnswer>> {
  const row = await prisma.outcome.findFirstOrThrow({ where: { id, ...reachRecord(reader) } });
  return {
    id: row.id,
    work_item_id: row.workItemId,
    session_id: row.agentSessionId,
    summary: row.summary,
    met_criteria: row.metCriteria,
    unmet_criteria: row.unmetCriteria,
    evidence: row.evidence,
    recorded_at: asMoment(row.recordedAt),
    recorded_by: actor.parse(row.recordedBy),
  };
}
