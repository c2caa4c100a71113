import type { PrismaClient } from '#prisma/generated/client/client.ts';
import { CredentialWatch } from './auth/credential-watch.ts';
import type { Clock } from './clock.ts';
import { systemClock } from './clock.ts';
import type { CommandContext } from './command-context.ts';
import type { Database } from './db/connect.ts';
import { readMigrations } from './db/read-migrations.ts';
import { Announcer } from './events/announcer.ts';
import { Sequencer } from './events/sequencer.ts';
import { createErrorMask } from './http/graphql/masked-errors.ts';
import { ViewerGroups } from './http/realtime/viewer-groups.ts';
import type { Ids } from './ids.ts';
import { createIds } from './ids.ts';
import type { Logger } from './logger.ts';
import { type OutboundSettings, outboundPolicy } from './webhooks/outbound/outbound-policy.ts';
import { createServices, type Services } from './services.ts';

/** The composed application: everything an edge needs to answer a request. Disposing it ends what streams need. */
export interface App extends CommandContext, AsyncDisposable {
  readonly database: Database;
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Folder with the migrations of this build; readiness compares it with the database. */
  readonly migrationsDir: string;
  /** Folder of the built web page; without one the server has none. */
  readonly webDir?: string | undefined;
  readonly services: Services;
  /** Hands new events of the log to streams. */
  readonly sequencer: Sequencer;
  /** Tells open streams when their credential ends. */
  readonly credentials: CredentialWatch;
  /** Who has a subscription open. */
  readonly viewers: ViewerGroups;
}

export interface AppParts {
  /** What the operator allows webhooks beyond the public internet and https. */
  readonly outbound?: OutboundSettings;
  readonly database: Database;
  readonly log: Logger;
  readonly migrationsDir: string;
  readonly webDir?: string | undefined;
}

/** Composes the application on a migrated database. `overrides` is the seam for tests: a fixed clock, known ids, receivers on this machine. */
export function createApp(parts: AppParts, overrides: Partial<Pick<App, 'clock' | 'ids' | 'outbound'>> = {}): App {
  const { database, log } = parts;
  const announcer = new Announcer(database.pool, log);
  const context: CommandContext = {
    prisma: database.prisma,
    clock: overrides.clock ?? systemClock,
    ids: overrides.ids ?? createIds(),
    outbound: overrides.outbound ?? outboundPolicy(parts.outbound),
    migrations: readMigrations(parts.migrationsDir).map(({ name }) => name),
    announce: (organisationId) => announcer.announce(organisationId),
  };
  const credentials = new CredentialWatch(context, log);
  const sequencer = new Sequencer(database, log, (event) => credentials.hear(event));
  return {
    ...parts,
    ...context,
    services: createServices(context),
    sequencer,
    credentials,
    viewers: new ViewerGroups(createErrorMask(log, context.ids)),
    async [Symbol.asyncDispose]() {
      credentials[Symbol.dispose]();
      await sequencer[Symbol.asyncDispose]();
      await announcer[Symbol.asyncDispose]();
    },
  };
}
