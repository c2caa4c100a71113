import { Prisma } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Need } from '../need.ts';
import type { Group } from './group.ts';

/** A row as the query of a group gives it. */
export interface FoundRow {
  readonly id: string;
  readonly since: Date;
  readonly workItemId: string | null;
}

/** What a group is read with: a SELECT that gives `id`, `since`, `workItemId` and what `needOf` wants beside them. */
export interface SqlGroup<Row extends FoundRow> {
  readonly scopes: Group['scopes'];
  readonly rows: (ctx: CommandContext, actor: Actor) => Prisma.Sql;
  readonly needOf: (row: Row) => Need;
}

/** A group whose entries only SQL can find; the longest waiting comes first, by id where two wait equally long. */
export const groupOfRows = <Row extends FoundRow>({ scopes, rows, needOf }: SqlGroup<Row>): Group => ({
  scopes,
  list: async (ctx, actor, { take, after }) => {
    const found = await ctx.prisma.$queryRaw<Row[]>`
      WITH found AS (${rows(ctx, actor)})
      SELECT * FROM found
      WHERE ${after}::text IS NULL
        OR ("since", "id" COLLATE "C") > (SELECT f."since", f."id" COLLATE "C" FROM found f WHERE f."id" = ${after})
      ORDER BY "since", "id" COLLATE "C" LIMIT ${take}`;
    return found.map(needOf);
  },
  count: async (ctx, actor) => {
    const [row] = await ctx.prisma.$queryRaw<{ count: bigint }[]>`
      SELECT count(*) AS "count" FROM (${rows(ctx, actor)}) found`;
    return Number(row?.count ?? 0n);
  },
});

/** The condition that keeps the rows of a table within the actor's reach. */
export function withinReach(actor: Actor, alias: 's' | 'l'): Prisma.Sql {
  const { organisationId, workItemId } = reachRecord(actor);
  const of = Prisma.raw(`${alias}.`);
  const own = workItemId === undefined ? Prisma.empty : Prisma.sql`AND ${of}"workItemId" = ${workItemId}`;
  return Prisma.sql`${of}"organisationId" = ${organisationId} ${own}`;
}
