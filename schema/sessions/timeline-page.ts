import type { Prisma } from '#prisma/generated/client/client.ts';
import type { SessionEventKind } from '#prisma/generated/client/enums.ts';
import type { Context } from '../context.ts';
import { passOver } from '../arguments/offset.ts';

interface Timeline {
  readonly agentSessionId: string;
  /** Only entries of these kinds; all when left out. */
  readonly kinds: readonly SessionEventKind[] | null | undefined;
}

/** How many entries there are. Positions have no gaps, so the last one is the number of all. */
export async function countEntries({ db }: Context, timeline: Timeline): Promise<number> {
  if (timeline.kinds != null) return db.sessionEvent.count({ where: whereOf(timeline) });
  const { _max } = await db.sessionEvent.aggregate({ where: whereOf(timeline), _max: { position: true } });
  return _max.position ?? 0;
}

/** A page as it was asked for: how many entries, the last ones when below 0, behind or before a cursor or `offset`. */
interface Wanted {
  readonly take: number;
  readonly cursor?: object | undefined;
  readonly offset: number | null | undefined;
}

interface Place {
  readonly where: Prisma.SessionEventWhereInput;
  readonly orderBy: { readonly position: 'asc' };
  readonly skip: number;
}

/**
 * Where a page lies. A timeline may hold a hundred thousand entries, and the database client reads all of them to find a
 * cursor among them; so a page is found by its position, whose index gives it without reading what lies before.
 */
export async function placeOfPage(
  { db }: Context,
  timeline: Timeline,
  { take, cursor, offset }: Wanted,
): Promise<Place> {
  const where = whereOf(timeline);
  const orderBy = { position: 'asc' } as const;
  const { skip } = passOver({ skip: 0 }, offset);
  if (cursor !== undefined) {
    const from = await db.sessionEvent.findFirst({
      where: { AND: [cursor, { agentSessionId: where.agentSessionId }] },
    });
    if (from === null) return { where: { id: { in: [] } }, orderBy, skip };
    const position = take < 0 ? { lt: from.position } : { gt: from.position };
    return { where: { ...where, position }, orderBy, skip };
  }
  if (timeline.kinds != null || take < 0) return { where, orderBy, skip };
  return { where: { ...where, position: { gt: skip } }, orderBy, skip: 0 };
}

const whereOf = ({ agentSessionId, kinds }: Timeline) => ({
  agentSessionId,
  ...(kinds == null ? {} : { kind: { in: [...kinds] } }),
});
