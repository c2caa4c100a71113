import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Sequencer } from '#server/events/sequencer.ts';
import { EventStream } from '#server/events/event-stream.ts';
import { createLogger } from '#server/logger.ts';
import { addFacts } from '#tests/support/scenes/add-facts.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

/** As behind a pooler: LISTEN is accepted, and nothing is ever heard, since the connection is to another database. */
function deafPool(pool: pg.Pool): pg.Pool {
  const options = { connectionString: inject('clusterUrl') };
  // Asked for a connection that it does not have yet, a pool makes it by its own options: those of the real one.
  return Object.create(pool, { options: { value: options }, query: { value: pool.query.bind(pool) } }) as pg.Pool;
}

it('events arrive by polling where wakes do not, and the log says so once', async () => {
  const lines: string[] = [];
  const log = createLogger({ logLevel: 'info' }, { write: (line) => void lines.push(line) });
  const { prisma, pool } = test.app.database;
  await using sequencer = new Sequencer({ prisma, pool: deafPool(pool) }, log);
  const where = { id: test.owner.organisationId };
  const { lastEventSeq } = await prisma.organisation.findUniqueOrThrow({ where });
  const stream = new EventStream({ prisma, sequencer }, test.owner, {}, lastEventSeq);
  const first = stream.next();
  await expect.poll(() => sequencer.census().followers).toBe(1);
  await addFacts(test.app, test.owner, 1);
  expect((await first).value).toMatchObject({ seq: lastEventSeq + 1n });
  await expect.poll(() => sequencer.census().listening).toBe('lost');
  await addFacts(test.app, test.owner, 1);
  expect((await stream.next()).value).toMatchObject({ seq: lastEventSeq + 2n });
  await stream.return();
  expect(lines.filter((line) => line.includes('polling until they are back'))).toHaveLength(1);
  expect(lines.join('')).toContain('a pooler may stand in between');
});
