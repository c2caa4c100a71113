import type { PrismaClient } from '#prisma/generated/client/client.ts';
import type { Clock } from './clock.ts';
import type { Ids } from './ids.ts';
import type { OutboundPolicy } from './webhooks/outbound/outbound-policy.ts';

/** What every command is given: the database, the clock, the source of ids, and where it may send to. Nothing else is ambient. */
export interface CommandContext {
  readonly prisma: PrismaClient;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly outbound: OutboundPolicy;
  /** Names of the migrations that this build knows: a database with another one is changed by a newer server alone. */
  readonly migrations: readonly string[];
  /** Tells the readers of every server that the log of an organisation has grown; called after the commit, which does not wait. */
  readonly announce: (organisationId: string) => void;
}
