import { eventCursor } from '#server/events/event-cursor.ts';
import type { BenchApp } from '../bench-app.ts';
import { inBulk } from '../big-work-item.ts';

/** Over how many work items a seeded log is spread. */
const WORK_ITEMS = 1_000;

const idOf = (seq: string): string => `'evt_00000000-0000-7000-8000-' || lpad(to_hex(${seq}), 12, '0')`;

/**
 * Writes `count` events after those there are, spread over many work items; every thousandth is of `workItemId`. Gives
 * the cursor of the place before them.
 */
export async function seedLog({ app, owner }: BenchApp, count: number, workItemId: string): Promise<string> {
  const { organisationId } = owner;
  const last = await app.prisma.event.findFirstOrThrow({ where: { organisationId }, orderBy: { seq: 'desc' } });
  await inBulk(app.database.pool, async (client) => {
    await client.query(
      `INSERT INTO "Event" ("organisationId", "seq", "id", "type", "workItemId", "actor", "data", "occurredAt")
       SELECT $1, n, ${idOf('n')}, 'work_item.updated',
         CASE WHEN n % ${WORK_ITEMS} = 0 THEN $2 ELSE 'wrk_seeded-' || n % ${WORK_ITEMS} END,
         '{"kind":"member","id":"usr_1","name":"Owner"}'::jsonb, '{}'::jsonb, now()
       FROM generate_series($3::bigint + 1, $3::bigint + $4::bigint) n`,
      [organisationId, workItemId, last.seq, count],
    );
    await client.query(`UPDATE "Organisation" SET "lastEventSeq" = $2::bigint + $3::bigint WHERE "id" = $1`, [
      organisationId,
      last.seq,
      count,
    ]);
  });
  return eventCursor(last);
}
