import { availableParallelism } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

/** Connections of one server's pool. */
const POOL_SIZE = 20;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

it.each([
  ['one more than there are cores', availableParallelism() + 1],
  ['four times as many as there are connections', 4 * POOL_SIZE],
])('commands at once, %s, are all done', async (_name, count) => {
  const { app, owner } = test;
  const workItemId = await addWorkItem(app, owner);
  const texts = { statement: 'Wait your turn', rationale: 'There is one pool', evidence: [] };
  const recorded = Array.from({ length: count }, () =>
    app.services.work.recordDecision(owner, { workItem: { id: workItemId }, ...texts, idempotencyKey: newKey() }),
  );
  const ids = new Set((await Promise.all(recorded)).map(({ decisionId }) => decisionId));
  expect(ids.size).toBe(count);
  expect(await app.prisma.decision.count({ where: { workItemId } })).toBe(count);
});

it('sessions are registered while others report without a pause', async () => {
  const { app, owner } = test;
  const workItemId = await addWorkItem(app, owner);
  const busy = await Promise.all(Array.from({ length: 4 }, () => addSession(app, owner, workItemId)));
  let isOver = false;
  const reporting = busy.map(async ({ actor, sessionId }) => {
    let reports = 0;
    for (; !isOver; reports++) {
      await app.services.sessions.reportWorkspace(actor, {
        sessionId,
        files: [{ path: 'a.ts', insertions: reports, deletions: 0 }],
      });
    }
    return reports;
  });
  const registered = await Promise.all(Array.from({ length: 12 }, () => addSession(app, owner, workItemId)));
  isOver = true;
  expect(new Set(registered.map(({ sessionId }) => sessionId)).size).toBe(12);
  for (const reports of await Promise.all(reporting)) expect(reports).toBeGreaterThan(0);
});
