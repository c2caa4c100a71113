import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshKey, seedForeigner, seedSession, seedWorkItem, withScopes } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

interface Said {
  statement?: string;
  rationale?: string;
  evidence?: string[];
  sessionId?: string;
}

const record = (id: string, said: Said = {}, actor = test.owner) =>
  test.app.services.work.recordDecision(actor, {
    workItem: { id },
    statement: 'Use argon2id.',
    rationale: '',
    evidence: [],
    ...said,
    idempotencyKey: freshKey(),
  });

const supersede = (decisionId: string, statement = 'Use scrypt.', actor = test.owner, idempotencyKey = freshKey()) =>
  test.app.services.work.supersedeDecision(actor, {
    decisionId,
    statement,
    rationale: '',
    evidence: [],
    idempotencyKey,
  });

const read = (id: string) => test.app.prisma.decision.findUniqueOrThrow({ where: { id } });

const eventsOf = async (workItemId: string) =>
  (await test.app.prisma.event.findMany({ where: { workItemId }, orderBy: { seq: 'asc' } })).map(({ type, data }) => ({
    type,
    data,
  }));

describe('recording a decision', () => {
  it('keeps its words, who said them and an event', async () => {
    const { id } = await seedWorkItem(test);
    const said = { statement: 'Use argon2id.', rationale: 'Memory-hard.', evidence: ['https://example.org/a', 'b'] };
    const { decisionId } = await record(id, said);
    const by = { kind: 'member', id: test.owner.id, name: test.owner.name };
    expect(await read(decisionId)).toMatchObject({
      ...said,
      workItemId: id,
      agentSessionId: null,
      supersededById: null,
      recordedBy: by,
    });
    expect(await eventsOf(id)).toContainEqual({ type: 'decision.recorded', data: { decisionId } });
  });

  it('is a session’s own, whether it says so or not, and never another’s', async () => {
    const { id } = await seedWorkItem(test);
    const session = await seedSession(test, id);
    const sibling = await seedSession(test, id);
    expect((await read((await record(id, {}, session)).decisionId)).agentSessionId).toBe(session.sessionId);
    const { decisionId } = await record(id, { sessionId: session.sessionId }, session);
    expect((await read(decisionId)).agentSessionId).toBe(session.sessionId);
    await expect(record(id, { sessionId: sibling.sessionId }, session)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('may be written down for a session of the same work item, and of no other', async () => {
    const { id } = await seedWorkItem(test);
    const session = await seedSession(test, id);
    const elsewhere = await seedSession(test, (await seedWorkItem(test)).id);
    expect((await read((await record(id, { sessionId: session.sessionId })).decisionId)).agentSessionId).toBe(
      session.sessionId,
    );
    await expect(record(id, { sessionId: elsewhere.sessionId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(record(id, { sessionId: 'ses_\0' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is still possible on closed work: late is better than not at all (W5)', async () => {
    const { id } = await seedWorkItem(test);
    await test.app.services.work.cancelWorkItem(test.owner, { workItem: { id }, idempotencyKey: freshKey() });
    await expect(record(id)).resolves.toHaveProperty('decisionId');
  });

  it('is out of reach for others and needs work.write', async () => {
    const { id } = await seedWorkItem(test);
    const other = await seedSession(test, (await seedWorkItem(test)).id);
    await expect(record(id, {}, await seedForeigner(test))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(record(id, {}, other)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(record(id, {}, withScopes(test.owner, 'work.read'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it.each<[string, Said, string]>([
    [
      'a statement over its limit',
      { statement: 'x'.repeat(4001) },
      'statement: is 4001 characters long; the limit is 4000',
    ],
    ['a blank statement', { statement: '\t' }, 'statement: must not be empty'],
    ['a rationale with a NUL', { rationale: '\0' }, 'rationale: holds a NUL character'],
    [
      'evidence with half a surrogate pair',
      { evidence: ['a', '\udfff'] },
      'evidence[1]: holds half of a surrogate pair',
    ],
    ['too much evidence', { evidence: Array(51).fill('x') as string[] }, 'evidence: has 51 entries; the limit is 50'],
  ])('refuses %s', async (_what, said, message) => {
    const { id } = await seedWorkItem(test);
    await expect(record(id, said)).rejects.toThrow(message);
  });
});

describe('superseding a decision', () => {
  it('puts the new one in its place on the same work item, in one act', async () => {
    const { id } = await seedWorkItem(test);
    const { decisionId: old } = await record(id);
    const { decisionId } = await supersede(old);
    const [before, after] = [await read(old), await read(decisionId)];
    expect(before).toMatchObject({ supersededById: decisionId, supersededAt: after.recordedAt });
    expect(after).toMatchObject({ workItemId: id, statement: 'Use scrypt.', supersededById: null });
    expect((await eventsOf(id)).slice(-2)).toEqual([
      { type: 'decision.recorded', data: { decisionId } },
      { type: 'decision.superseded', data: { decisionId: old, supersededById: decisionId } },
    ]);
  });

  it('is refused for one that no longer stands, naming the one that took its place', async () => {
    const { id } = await seedWorkItem(test);
    const { decisionId: old } = await record(id);
    const { decisionId } = await supersede(old);
    await expect(supersede(old)).rejects.toMatchObject({ code: 'ALREADY_SUPERSEDED', supersededById: decisionId });
    await expect(supersede(decisionId)).resolves.toHaveProperty('decisionId');
  });

  it('happens once when many race, and the losers leave nothing behind', async () => {
    const { id } = await seedWorkItem(test);
    const { decisionId: old } = await record(id);
    const results = await Promise.allSettled(Array.from({ length: 6 }, (_, i) => supersede(old, `Attempt ${i}`)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await test.app.prisma.decision.count({ where: { workItemId: id } })).toBe(2);
    expect(await test.app.prisma.decision.count({ where: { workItemId: id, supersededById: null } })).toBe(1);
  });

  it('gives the first answer to the same request', async () => {
    const { id } = await seedWorkItem(test);
    const { decisionId: old } = await record(id);
    const key = freshKey();
    const first = await supersede(old, 'New', test.owner, key);
    expect(await supersede(old, 'New', test.owner, key)).toEqual(first);
  });

  it('knows no decision out of reach', async () => {
    const { id } = await seedWorkItem(test);
    const { decisionId } = await record(id);
    const other = await seedSession(test, (await seedWorkItem(test)).id);
    for (const actor of [await seedForeigner(test), other]) {
      await expect(supersede(decisionId, 'Mine', actor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(supersede('dec_\0')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await read(decisionId)).supersededById).toBeNull();
  });
});
