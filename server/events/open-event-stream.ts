import type { PrismaClient } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { EventStream } from './event-stream.ts';
import type { EventFilter } from './find-events.ts';
import { knownPlace } from './known-place.ts';
import { latestPlace } from './latest-place.ts';
import { requireReachable } from './require-reachable.ts';
import type { Sequencer } from './sequencer.ts';

/**
 * The actor's events after a cursor, or from now on without one. Throws CursorExpiredError for a cursor that names no
 * place of this log, and NotFoundError for a filter that names something out of reach.
 */
export async function openEventStream(
  source: { readonly prisma: PrismaClient; readonly sequencer: Sequencer },
  actor: Actor,
  filter: EventFilter,
  after: string | undefined,
): Promise<EventStream> {
  await requireReachable(source.prisma, actor, filter);
  const seq =
    after === undefined ? (await latestPlace(source.prisma, actor)).seq : await knownPlace(source.prisma, actor, after);
  return new EventStream(source, actor, filter, seq);
}
