import { z } from 'zod';
import { BlockerSeverity, BlockerStatus } from '#prisma/generated/client/enums.ts';
import type { App } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import { answeredEnum, lowerCased } from '../wire-names.ts';
import { actor, asMoment, asMomentOrNull, moment } from './fields.ts';

export const blockerAnswer = z
  .strictObject({
    id: z.string(),
    work_item_id: z.string(),
    session_id: z.string().nullable(),
    title: z.string(),
    detail: z.string(),
    severity: answeredEnum(BlockerSeverity),
    status: answeredEnum(BlockerStatus),
    resolution: z.string().nullable(),
    raised_at: moment,
    raised_by: actor,
    resolved_at: moment.nullable(),
    resolved_by: actor.nullable(),
  })
  .meta({ id: 'Blocker', description: 'What is, or was, in the way of a work item.' });

/** A blocker that exists, as answers show it. */
export async function readBlocker({ prisma }: App, reader: Actor, id: string): Promise<z.output<typeof blockerAnswer>> {
  const row = await prisma.blocker.findFirstOrThrow({ where: { id, ...reachRecord(reader) } });
  return {
    id: row.id,
    work_item_id: row.workItemId,
    session_id: row.agentSessionId,
    title: row.title,
    detail: row.detail,
    severity: lowerCased(row.severity),
    status: lowerCased(row.status),
    resolution: row.resolution,
    raised_at: asMoment(row.raisedAt),
    raised_by: actor.parse(row.raisedBy),
    resolved_at: asMomentOrNull(row.resolvedAt),
    resolved_by: actor.nullable().parse(row.resolvedBy),
  };
}
