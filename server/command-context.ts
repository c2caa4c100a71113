import type { PrismaClient } from '#prisma/generated/client/client.ts';
import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';

/** What every command is given: the database, the clock and the source of ids. Nothing else is ambient. */
export interface CommandContext {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly ids: Ids;
}
