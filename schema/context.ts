import type { PrismaClient } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Sequencer } from '#server/events/sequencer.ts';
import type { Services } from '#server/services.ts';

/** Named, so that the compiler compares one name instead of every method of the client. */
export interface ReadDatabase extends PrismaClient {}

/** What each resolver is given. Resolvers read through `db` and never write through it: changes go through `services`. */
export interface Context {
  /** Null when no valid credential came with the request. */
  readonly actor: Actor | null;
  readonly services: Services;
  readonly db: ReadDatabase;
  /** Hands new events to streams. */
  readonly sequencer: Sequencer;
  readonly requestId: string;
}
