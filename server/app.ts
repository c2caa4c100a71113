import type { PrismaClient } from '#prisma/generated/client/client.ts';
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';
import type { CommandContext } from './command-context.ts';
import type { Database } from './db/connect.ts';
import type { Ids } from './ids.ts';
import { createIds } from './ids.ts';
import type { Logger } from './logger.ts';
import { createServices, type Services } from './services.ts';

/** The composed application: everything an edge needs to answer a request. */
export interface App extends CommandContext {
  readonly database: Database;
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Folder with the migrations of this build; readiness compares it with the database. */
  readonly migrationsDir: string;
  readonly services: Services;
}

export interface AppParts {
  readonly database: Database;
  readonly log: Logger;
  readonly migrationsDir: string;
}

/** Composes the application on a migrated database. `overrides` is the seam for tests: a fixed clock, known ids. */
export function createApp(parts: AppParts, overrides: Partial<Pick<App, 'clock' | 'ids'>> = {}): App {
  const context: CommandContext = {
    prisma: parts.database.prisma,
    clock: overrides.clock ?? systemClock,
    ids: overrides.ids ?? createIds(),
  };
  return { ...parts, ...context, services: createServices(context) };
}
