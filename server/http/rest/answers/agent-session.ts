import { z } from 'zod';
import { AgentSessionStatus, SyncMode } from '#prisma/generated/client/enums.ts';
import type { App } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import { NotFoundError } from '#server/errors.ts';
import { sessionWhere } from '#server/sessions/require-session.ts';
import { shortRef } from '#server/work/row-id.ts';
import { answeredEnum, lowerCased } from '../wire-names.ts';
import { actor, asMoment, asMomentOrNull, moment } from './fields.ts';

export const sessionAnswer = z
  .strictObject({
    id: z.string(),
    work_item_id: z.string(),
    runtime: z.string(),
    purpose: z.string(),
    status: answeredEnum(AgentSessionStatus),
    provider_session_id: z.string().nullable().describe('The runtime’s own id of this run.'),
    model: z.string().nullable().describe('The model it first named.'),
    machine_id: z.string().nullable(),
    sync_mode: answeredEnum(SyncMode).describe('What its timeline may hold.'),
    parent_session_id: z.string().nullable().describe('The session it descends from.'),
    handoff_id: z.string().nullable().describe('The handoff it took on.'),
    end_reason: z.string().nullable(),
    registered_at: moment,
    registered_by: actor,
    started_at: moment.nullable(),
    ended_at: moment.nullable(),
  })
  .meta({ id: 'AgentSession', description: 'One run of one runtime on one work item.' });

/** The session as answers show it; throws NotFoundError when there is none within the actor's reach. */
export async function readSession({ prisma }: App, reader: Actor, id: string): Promise<z.output<typeof sessionAnswer>> {
  const row = await prisma.agentSession.findFirst({ where: sessionWhere(reader, id) });
  if (row === null) throw new NotFoundError('agent session', shortRef(id));
  return {
    id: row.id,
    work_item_id: row.workItemId,
    runtime: row.runtime,
    purpose: row.purpose,
    status: lowerCased(row.status),
    provider_session_id: row.providerSessionId,
    model: row.model,
    machine_id: row.machineId,
    sync_mode: lowerCased(row.syncMode),
    parent_session_id: row.parentSessionId,
    handoff_id: row.handoffId,
    end_reason: row.endReason,
    registered_at: asMoment(row.registeredAt),
    registered_by: actor.parse(row.registeredBy),
    started_at: asMomentOrNull(row.startedAt),
    ended_at: asMomentOrNull(row.endedAt),
  };
}
