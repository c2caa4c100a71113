import type pg from 'pg';
import { Announcer, WAKE_CHANNEL } from '#server/events/announcer.ts';
import { type BenchApp, createBenchApp } from '../bench-app.ts';
import type { Benchmark } from '../benchmark.ts';
import { median } from '../compare.ts';

/** Writers at once, each in an organisation of its own, so that none waits for another's counter. */
const WRITERS = 16;
const ROUNDS = 5;
const ROUND_MS = 2_500;

/** What the statement that moves the counter returns besides, and what follows the commit. */
interface Way {
  readonly within: string;
  readonly afterwards: (organisationId: string) => void;
}

export const benchmark: Benchmark = {
  name: 'announce',
  description: `commits per second of ${WRITERS} organisations that write at once, announced after the commit as Kernel does, within it, and not at all`,
  async run(report) {
    await using bench = await createBenchApp();
    const organisations = await addOrganisations(bench);
    const { app } = bench;
    await using announcer = new Announcer(app.database.pool, app.log);
    const silent = (): void => undefined;
    const within = `, pg_notify('${WAKE_CHANNEL}', "id")::text`;
    const ways: Record<string, Way> = {
      'not at all': { within: '', afterwards: silent },
      'after the commit': { within: '', afterwards: (id) => announcer.announce(id) },
      'within the transaction': { within, afterwards: silent },
    };
    const rates = new Map(Object.keys(ways).map((name): [string, number[]] => [name, []]));
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const [name, way] of Object.entries(ways)) {
        const rate = await commitsPerSecond(app.database.pool, organisations, way);
        if (round >= 0) rates.get(name)?.push(rate);
      }
    }
    const baseline = median(rates.get('not at all') ?? []);
    for (const [name, measured] of rates) {
      const ratio = median(measured) / baseline;
      report({ name: `announce ${name}`, value: median(measured), unit: '1/s', ratio, against: 'not at all' });
    }
  },
};

async function addOrganisations({ app }: BenchApp): Promise<string[]> {
  const ids = Array.from({ length: WRITERS }, () => app.ids.next('org'));
  await app.prisma.organisation.createMany({
    data: ids.map((id) => ({ id, name: 'Writer', createdAt: app.clock.now() })),
  });
  return ids;
}

async function commitsPerSecond(pool: pg.Pool, organisations: readonly string[], way: Way): Promise<number> {
  const began = performance.now();
  let commits = 0;
  const write = async (organisationId: string): Promise<void> => {
    const client = await pool.connect();
    const move = `UPDATE "Organisation" SET "lastEventSeq" = "lastEventSeq" + 1 WHERE "id" = $1 RETURNING "id"${way.within}`;
    while (performance.now() - began < ROUND_MS) {
      await client.query('BEGIN');
      await client.query(move, [organisationId]);
      await client.query('COMMIT');
      way.afterwards(organisationId);
      commits += 1;
    }
    client.release();
  };
  await Promise.all(organisations.map(write));
  return commits / ((performance.now() - began) / 1_000);
}
