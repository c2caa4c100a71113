import type { Event, Prisma, PrismaClient } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import type { EventType } from './event-types.ts';

/** Which events are wanted; what is left out is not asked about. */
export interface EventFilter {
  readonly types?: readonly EventType[] | undefined;
  readonly workItemId?: string | undefined;
  readonly agentSessionId?: string | undefined;
  readonly handoffId?: string | undefined;
  /** The machine that ran the agent session, or that the fact is about. */
  readonly machineId?: string | undefined;
  /** Not before this moment. */
  readonly since?: Date | undefined;
  /** Before this moment. */
  readonly until?: Date | undefined;
}

/** Which part of the log is wanted: places between two others, both left out, from one end. */
export interface EventWindow {
  readonly after?: bigint | undefined;
  readonly before?: bigint | undefined;
  readonly order: 'OLDEST_FIRST' | 'NEWEST_FIRST';
  readonly limit: number;
}

/**
 * Events of the actor's organisation in the order of its log; a session reads those of its own work item. Since the log
 * has no gap, whoever reads on from the last place read misses nothing.
 */
export async function findEvents(
  db: Pick<PrismaClient, 'event'>,
  actor: Actor,
  filter: EventFilter,
  { after, before, order, limit }: EventWindow,
): Promise<Event[]> {
  if (Object.values(filter).some(holdsNul)) return [];
  const seq = { ...(after === undefined ? {} : { gt: after }), ...(before === undefined ? {} : { lt: before }) };
  return db.event.findMany({
    where: { AND: [reachRecord(actor), conditions(filter), { seq }] },
    orderBy: { seq: order === 'OLDEST_FIRST' ? 'asc' : 'desc' },
    take: limit,
  });
}

/** No id holds a NUL, and the database refuses to be asked about one. */
const holdsNul = (value: unknown): boolean => typeof value === 'string' && value.includes('\0');

const conditions = ({ types, since, until, ...ids }: EventFilter): Prisma.EventWhereInput => ({
  ...Object.fromEntries(Object.entries(ids).filter(([, id]) => id !== undefined)),
  ...(types === undefined ? {} : { type: { in: [...types] } }),
  ...(since === undefined && until === undefined ? {} : { occurredAt: within(since, until) }),
});

const within = (since: Date | undefined, until: Date | undefined): Prisma.DateTimeFilter => ({
  ...(since === undefined ? {} : { gte: since }),
  ...(until === undefined ? {} : { lt: until }),
});
