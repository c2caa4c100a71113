import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConflictError, ForbiddenError, NotFoundError, ValidationError, WorkItemClosedError } from '#server/errors.ts';
import { addOrganisation, addSession, newKey } from '#tests/support/cast.ts';
import { handoffScene } from '#tests/support/scenes/handoff-scene.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

const line = (text: string, kind: 'DECISION' | 'BLOCKER' = 'DECISION') => ({ kind, text, source: 'NOTES.md, line 3' });
const offer = (sessionId: string, ...offers: ReturnType<typeof line>[]) =>
  test.app.services.sessions.offerRecords(test.owner, { sessionId, offers, idempotencyKey: newKey() });
const offersOf = (agentSessionId: string) =>
  test.app.prisma.recordOffer.findMany({ where: { agentSessionId }, orderBy: { id: 'asc' } });
const accept = (offerId: string, actor = test.owner) =>
  test.app.services.sessions.acceptOffer(actor, { offerId, idempotencyKey: newKey() });
const needs = async () =>
  (await test.app.services.inbox.listNeeds(test.owner, { kind: 'RECORD_OFFER', first: 100, after: null })).map(
    ({ id }) => id,
  );

it('is no record and in no package until a person accepts it, and is one then: of the session, by the person', async () => {
  const scene = await handoffScene(test);
  const { sessionId } = scene.source;
  const before = await scene.compile();
  await offer(sessionId, line('Slugs are ASCII'), line('No fixtures', 'BLOCKER'));
  expect(await scene.compile()).toMatchObject({ result: 'UNCHANGED', packageHash: before.packageHash });
  const [decision, blocker] = await offersOf(sessionId);
  if (decision === undefined || blocker === undefined) throw new Error('two lines were offered');
  expect(await needs()).toEqual(expect.arrayContaining([decision.id, blocker.id]));
  await accept(decision.id);
  await accept(blocker.id);
  expect(await needs()).not.toContain(decision.id);
  const document = (await scene.compile(), await scene.document());
  expect(document.decisions).toMatchObject([
    { statement: 'Slugs are ASCII', rationale: 'Left by the session in NOTES.md, line 3.' },
  ]);
  expect(document.blockers).toMatchObject([{ title: 'No fixtures', severity: 'medium' }]);
  const made = await test.app.prisma.decision.findFirstOrThrow({ where: { workItemId: scene.workItemId } });
  expect(made).toMatchObject({ agentSessionId: sessionId, recordedBy: { kind: 'member', id: test.owner.id } });
  expect((await offersOf(sessionId)).map(({ state }) => state)).toEqual(['ACCEPTED', 'ACCEPTED']);
});

it('takes the same line of a session once, passes over what is on record, and does not offer again what was let be', async () => {
  const scene = await handoffScene(test);
  const { sessionId } = scene.source;
  await scene.decide('Known already');
  expect(await offer(sessionId, line('Known already'), line('New'), line('New'))).toMatchObject({ offered: 1 });
  const [found] = await offersOf(sessionId);
  await test.app.services.sessions.dismissOffer(test.owner, { offerId: found?.id ?? '', idempotencyKey: newKey() });
  expect(await offer(sessionId, line('New'))).toMatchObject({ offered: 0 });
  expect(await needs()).not.toContain(found?.id);
});

it('replaces a secret before it is stored', async () => {
  const scene = await handoffScene(test);
  const secret = `ghp_${'a1B2c3D4'.repeat(5).slice(0, 36)}`;
  await offer(scene.source.sessionId, line(`Use ${secret} for CI`));
  const [found] = await offersOf(scene.source.sessionId);
  expect(found?.text).toContain('[redacted:');
  expect(JSON.stringify(found)).not.toContain(secret);
});

it('is settled by people alone, once, and a blocker only on open work', async () => {
  const scene = await handoffScene(test);
  const { sessionId, actor } = scene.source;
  await offer(sessionId, line('One'), line('Two', 'BLOCKER'));
  const [one, two] = (await offersOf(sessionId)).map(({ id }) => id);
  await expect(accept(one ?? '', actor)).rejects.toBeInstanceOf(ForbiddenError);
  await expect(accept(one ?? '', (await addOrganisation(test.app)).actor)).rejects.toBeInstanceOf(NotFoundError);
  await accept(one ?? '');
  await expect(accept(one ?? '')).rejects.toBeInstanceOf(ConflictError);
  await test.app.services.work.cancelWorkItem(test.owner, {
    ...{ workItem: { id: scene.workItemId }, idempotencyKey: newKey() },
  });
  await expect(accept(two ?? '')).rejects.toBeInstanceOf(WorkItemClosedError);
  expect((await offersOf(sessionId))[1]?.state).toBe('OFFERED');
});

it('is bounded, and refuses another session’s lines', async () => {
  const scene = await handoffScene(test);
  const other = await addSession(test.app, test.owner, scene.workItemId);
  const many = Array.from({ length: 51 }, (_, n) => line(`Line ${n}`));
  await expect(offer(scene.source.sessionId, ...many)).rejects.toBeInstanceOf(ValidationError);
  await expect(offer(scene.source.sessionId, line('x'.repeat(4_001)))).rejects.toThrow('offers[0].text');
  const input = { sessionId: scene.source.sessionId, offers: [line('Mine')], idempotencyKey: newKey() };
  await expect(test.app.services.sessions.offerRecords(other.actor, input)).rejects.toBeInstanceOf(ForbiddenError);
});
