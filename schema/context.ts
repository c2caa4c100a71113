import type { PrismaClient } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { Sequencer } from '#server/events/sequencer.ts';
import type { Services } from '#server/services.ts';

/** What each resolver is given. Resolvers read through `db` and never write through it: changes go through `services`. */
export interface Context {
  /** Null when no valid credential came with the request. */
  readonly actor: Actor | null;
  readonly services: Services;
  readonly db: PrismaClient;
  /** Hands new events to streams. */
  readonly sequencer: Sequencer;
  readonly requestId: string;
}
