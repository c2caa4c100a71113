import type { PrismaClient } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { cursorOf, eventCursor, type Place } from '#server/events/event-cursor.ts';
import type { EventStream } from '#server/events/event-stream.ts';
import { latestPlace } from '#server/events/latest-place.ts';
import { openEventStream } from '#server/events/open-event-stream.ts';
import type { Sequencer } from '#server/events/sequencer.ts';
import { requireMachineActor } from '../require-machine-actor.ts';

/** A command and the place in the log to go on after. */
export interface StreamedCommand {
  readonly commandId: string;
  readonly cursor: string;
}

/**
 * The commands of the machine that asks, without end, by the log's own machinery: those after a cursor, then each as it
 * is issued. Without a cursor first all that were not acknowledged, so that a daemon which kept none misses nothing.
 * Throws CursorExpiredError, and ForbiddenError for everybody but a daemon.
 */
export async function openCommandStream(
  source: { readonly prisma: PrismaClient; readonly sequencer: Sequencer },
  actor: Actor,
  after: string | undefined,
): Promise<AsyncIterableIterator<StreamedCommand>> {
  const machineId = requireMachineActor(actor);
  const place = after === undefined ? await latestPlace(source.prisma, actor) : undefined;
  const open = place === undefined ? [] : await unacknowledged(source.prisma, machineId, place);
  const cursor = place === undefined ? after : cursorOf(place);
  const events = await openEventStream(source, actor, { types: ['machine.command_issued'], machineId }, cursor);
  return new CommandStream(open, events);
}

async function unacknowledged(db: PrismaClient, machineId: string, place: Place): Promise<StreamedCommand[]> {
  const commands = await db.machineCommand.findMany({
    where: { machineId, acknowledgedAt: null },
    orderBy: [{ issuedAt: 'asc' }, { id: 'asc' }],
    select: { id: true },
  });
  return commands.map(({ id: commandId }) => ({ commandId, cursor: cursorOf(place) }));
}

/** First the commands that are open, then those that events tell of. A class, since `return()` must reach a `next()` that waits. */
class CommandStream implements AsyncIterableIterator<StreamedCommand> {
  readonly #open: StreamedCommand[];
  readonly #given: ReadonlySet<string>;
  readonly #events: EventStream;

  constructor(open: StreamedCommand[], events: EventStream) {
    this.#open = open;
    this.#given = new Set(open.map(({ commandId }) => commandId));
    this.#events = events;
  }

  async next(): Promise<IteratorResult<StreamedCommand, undefined>> {
    const open = this.#open.shift();
    if (open !== undefined) return { done: false, value: open };
    for (;;) {
      const { done, value: event } = await this.#events.next();
      if (done === true) return { done, value: undefined };
      const { commandId } = event.data as { commandId: string };
      if (!this.#given.has(commandId)) return { done: false, value: { commandId, cursor: eventCursor(event) } };
    }
  }

  async return(): Promise<IteratorResult<StreamedCommand, undefined>> {
    this.#open.length = 0;
    await this.#events.return();
    return { done: true, value: undefined };
  }

  async throw(error: unknown): Promise<IteratorResult<StreamedCommand, undefined>> {
    await this.return();
    throw error;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
