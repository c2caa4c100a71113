import type { AgentSession } from '#prisma/generated/client/client.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ValidationError } from '#server/errors.ts';
import { once } from '#server/idempotency/once.ts';
import { listLimits } from '#server/text-limits.ts';
import { lockLiveSession } from '../require-session.ts';
import { type CheckedEntry, checkedEntry, type SessionEntry } from './session-entry.ts';

/** Most entries in the timeline of one session; a session that says more is out of hand. */
export const MAX_SESSION_EVENTS = 100_000;

export interface RecordSessionEventsInput {
  sessionId: string;
  events: readonly SessionEntry[];
  idempotencyKey: string;
}

/**
 * Appends entries to a session's timeline, in the order given, after what it holds; all of them or none. The first entry
 * that names a model names the session's.
 *
 * Throws SyncModeError naming the field that the session's sync mode keeps in, ValidationError, NotFoundError,
 * SessionEndedError, and ForbiddenError when the actor may not write to the session.
 */
export async function recordSessionEvents(
  ctx: CommandContext,
  actor: Actor,
  input: RecordSessionEventsInput,
): Promise<{ sessionId: string; recorded: number }> {
  requireScope(actor, 'session.write');
  const max = listLimits.sessionEvents;
  const { length } = input.events;
  if (length === 0 || length > max) throw new ValidationError('events', `must hold 1 to ${max} entries, not ${length}`);
  const { idempotencyKey: key, ...rest } = input;
  return once(ctx, { actor, command: 'recordSessionEvents', key, input: rest }, async (tx) => {
    const session = await lockLiveSession(tx, actor, input.sessionId);
    const entries = input.events.map((entry, i) => checkedEntry(`events[${i}]`, entry, session.syncMode));
    const from = await appendEntries(tx, ctx, session, entries);
    await nameModel(tx, session, entries);
    tx.record({
      type: 'session.events_recorded',
      organisationId: session.organisationId,
      actor: recordedActor(actor),
      workItemId: session.workItemId,
      agentSessionId: session.id,
      data: { sessionId: session.id, from, to: from + length - 1 },
    });
    return { sessionId: session.id, recorded: length };
  });
}

/** Gives each entry its position, under the lock of the session's row. Returns the first position. */
async function appendEntries(
  tx: Tx,
  ctx: CommandContext,
  session: AgentSession,
  entries: readonly CheckedEntry[],
): Promise<number> {
  const { id: agentSessionId, organisationId, workItemId } = session;
  const { _max } = await tx.db.sessionEvent.aggregate({ where: { agentSessionId }, _max: { position: true } });
  const from = (_max.position ?? 0) + 1;
  if (from + entries.length - 1 > MAX_SESSION_EVENTS) {
    throw new ValidationError('events', `would be more than ${MAX_SESSION_EVENTS} in one session`);
  }
  await tx.db.sessionEvent.createMany({
    data: entries.map((entry, i) => ({
      ...entry,
      id: ctx.ids.next('sev'),
      organisationId,
      workItemId,
      agentSessionId,
      position: from + i,
    })),
  });
  return from;
}

async function nameModel(tx: Tx, session: AgentSession, entries: readonly CheckedEntry[]): Promise<void> {
  const model = entries.find((entry) => entry.model !== null)?.model;
  if (session.model !== null || model === null || model === undefined) return;
  await tx.db.agentSession.update({ where: { id: session.id }, data: { model } });
}
