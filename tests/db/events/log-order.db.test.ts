import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/db/transaction.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { addOrganisation, addWorkItem, newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

const WRITERS = 16;
const COMMITS_OF_EACH = 12;
let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

/** Commits `count` facts together, marked so that they are known again; every third transaction rolls back. */
async function commit(writer: number, round: number, organisationId: string, rollBack: boolean): Promise<void> {
  const actor = recordedActor(test.owner);
  await inTransaction(test.app, async (tx) => {
    await tx.db.$queryRaw`SELECT pg_sleep(${((writer * 7 + round * 3) % 5) / 1000})::text`;
    for (let part = 0; part < 1 + (round % 3); part++) {
      tx.record({ type: 'project.created', organisationId, actor, data: { writer, round, part } });
    }
    if (rollBack) throw new Error('changed its mind');
    return undefined;
  }).catch((error: unknown) => {
    if (!rollBack) throw error;
  });
}

describe('the log under 16 concurrent writers', () => {
  it('gives places in the order of commits, without gaps, so that a reader who follows it misses nothing', async () => {
    const { organisationId } = test.owner;
    const start = (await test.app.prisma.organisation.findUniqueOrThrow({ where: { id: organisationId } }))
      .lastEventSeq;
    let writing = true;
    const seen: bigint[] = [];
    const follow = async () => {
      for (let last = start; ;) {
        const stillWriting = writing;
        const page = await test.app.prisma.event.findMany({
          where: { organisationId, seq: { gt: last } },
          orderBy: { seq: 'asc' },
          select: { seq: true },
        });
        seen.push(...page.map(({ seq }) => seq));
        last = page.at(-1)?.seq ?? last;
        if (!stillWriting && page.length === 0) return;
      }
    };
    const following = follow();
    await Promise.all(
      Array.from({ length: WRITERS }, async (_, writer) => {
        for (let round = 0; round < COMMITS_OF_EACH; round++) {
          await commit(writer, round, organisationId, (writer + round) % 4 === 3);
        }
      }),
    );
    writing = false;
    await following;

    const events = await test.app.prisma.event.findMany({
      where: { organisationId, seq: { gt: start } },
      orderBy: { seq: 'asc' },
    });
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => start + BigInt(i) + 1n));
    expect(seen).toEqual(events.map(({ seq }) => seq));
    expect(partsOfEachCommit(events.map(({ data }) => data as unknown as Mark))).toBe(true);
    const last = (await test.app.prisma.organisation.findUniqueOrThrow({ where: { id: organisationId } })).lastEventSeq;
    expect(last).toBe(events.at(-1)?.seq);
  });

  it('numbers every organisation on its own', async () => {
    const stranger = await addOrganisation(test.app);
    await addWorkItem(test.app, stranger.actor);
    const events = await test.app.prisma.event.findMany({
      where: { organisationId: stranger.actor.organisationId },
      orderBy: { seq: 'asc' },
    });
    expect(events.map(({ seq, type }) => [seq, type])).toEqual([
      [1n, 'project.created'],
      [2n, 'work_item.created'],
    ]);
  });

  it('holds nothing of a command that was refused', async () => {
    const before = await test.app.prisma.event.count();
    const refused = test.app.services.work.createProject(test.owner, {
      keyPrefix: 'x',
      name: 'x',
      idempotencyKey: newKey(),
    });
    await expect(refused).rejects.toMatchObject({ field: 'keyPrefix' });
    expect(await test.app.prisma.event.count()).toBe(before);
  });
});

interface Mark {
  readonly writer: number;
  readonly round: number;
  readonly part: number;
}

/** Whether the facts of each commit lie side by side and in order. */
function partsOfEachCommit(marks: readonly Mark[]): boolean {
  return marks.every((mark, i) => {
    if (mark.part === 0) return true;
    const previous = marks[i - 1];
    return previous?.writer === mark.writer && previous.round === mark.round && previous.part === mark.part - 1;
  });
}
