import type { Actor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { RunTogether } from '#server/db/run-together.ts';
import { ValidationError } from '#server/errors.ts';
import { type KeyedRequest, keyedRequest, onceEach } from '#server/idempotency/once-each.ts';
import { listLimits } from '#server/text-limits.ts';
import { appendEntries, type TimelineInput, type TimelineRecorded } from './append-entries.ts';

/** Most requests, and most entries, that one transaction writes. */
const TOGETHER = { calls: 200, weight: 5_000 } as const;

export interface RecordSessionEventsInput extends TimelineInput {
  idempotencyKey: string;
}

type Writer = RunTogether<KeyedRequest<TimelineInput>, TimelineRecorded>;

/** By server and organisation, what is being written: the machines of one organisation share its transactions. */
const writers = new WeakMap<CommandContext, Map<string, Writer>>();

/**
 * Appends entries to a session's timeline, in the order given, after what it holds; all of them or none. The first entry
 * that names a model names the session's. Requests of one organisation that come while others are being written go
 * together into the next transaction: many daemons report at once, and what a transaction costs is its statements.
 *
 * Throws SyncModeError naming the field that the session's sync mode keeps in, ValidationError, NotFoundError,
 * SessionEndedError, and ForbiddenError when the actor may not write to the session.
 */
export async function recordSessionEvents(
  ctx: CommandContext,
  actor: Actor,
  { idempotencyKey, ...input }: RecordSessionEventsInput,
): Promise<TimelineRecorded> {
  requireScope(actor, 'session.write');
  const max = listLimits.sessionEvents;
  const { length } = input.events;
  if (length === 0 || length > max) throw new ValidationError('events', `must hold 1 to ${max} entries, not ${length}`);
  const request = keyedRequest(actor, 'recordSessionEvents', idempotencyKey, input);
  return writerOf(ctx, actor.organisationId).add(request);
}

function writerOf(ctx: CommandContext, organisationId: string): Writer {
  const ofServer = writers.get(ctx) ?? new Map<string, Writer>();
  writers.set(ctx, ofServer);
  const known = ofServer.get(organisationId);
  if (known !== undefined) return known;
  const writer: Writer = new RunTogether({
    run: (requests) => onceEach(ctx, requests, (tx, fresh) => appendEntries(tx, ctx.ids, fresh)),
    weightOf: ({ input }) => input.events.length,
    limits: TOGETHER,
  });
  ofServer.set(organisationId, writer);
  return writer;
}
