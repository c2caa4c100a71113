import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDocument, documentText } from '#tests/support/scenes/handoff-documents.ts';
import { seedForeigner, seedSession, seedWorkItem, withScopes } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

type Sent = Parameters<TestApp['app']['services']['documents']['storeDocument']>[1];

const store = (sent: Sent, actor = test.owner) => test.app.services.documents.storeDocument(actor, sent);
const rowOf = (id: string) => test.app.prisma.handoffDocument.findUniqueOrThrow({ where: { id } });
const eventsOf = async (documentId: string) =>
  (
    await test.app.prisma.event.findMany({
      where: { data: { path: ['documentId'], equals: documentId } },
      orderBy: { seq: 'asc' },
    })
  ).map(({ type }) => type);
const countRows = () => test.app.prisma.handoffDocument.count();

describe('storing a document', () => {
  it('keeps it byte for byte with what its manifest says, and states the fact', async () => {
    const sent = { ...newDocument(`\uFEFF${documentText({ goal: 'naïve 报告 🎯' })}`), sourceMachine: 'studio' };
    const { documentId, isNew } = await store(sent);
    const { text, sha256, sizeBytes, goal, name, createdAt, sourceMachine, storedBy } = await rowOf(documentId);
    expect({ text, sha256, name, createdAt, sourceMachine }).toEqual({
      ...{ text: sent.text, sha256: sent.sha256, name: sent.name, createdAt: sent.createdAt },
      sourceMachine: 'studio',
    });
    expect([isNew, sizeBytes, goal]).toEqual([true, Buffer.byteLength(sent.text), 'naïve 报告 🎯']);
    expect(storedBy).toMatchObject({ kind: 'member', id: test.owner.id });
    expect(await eventsOf(documentId)).toEqual(['document.stored']);
  });

  it('finds the same document there, and says nothing twice', async () => {
    const sent = newDocument();
    const first = await store(sent);
    const again = await store({ ...sent, name: 'another-name.md' });
    expect(again).toEqual({ documentId: first.documentId, isNew: false });
    expect((await rowOf(first.documentId)).name).toBe(sent.name);
    expect(await eventsOf(first.documentId)).toEqual(['document.stored']);
  });

  it('refuses another document with its id, and keeps what is there', async () => {
    const sent = newDocument();
    const { documentId } = await store(sent);
    const other = newDocument(documentText({ goal: 'Something else' }));
    await expect(store({ ...other, ref: sent.ref })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await rowOf(documentId)).text).toBe(sent.text);
  });

  it('stores one of ten that come at once, and tells all of them its id', async () => {
    const sent = newDocument();
    const given = await Promise.all(Array.from({ length: 10 }, () => store(sent)));
    expect(new Set(given.map(({ documentId }) => documentId)).size).toBe(1);
    expect(given.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(await eventsOf(given[0]?.documentId ?? '')).toEqual(['document.stored']);
  });

  it('stores one of two different ones that come at once under an id', async () => {
    const [one, two] = [newDocument(), newDocument(documentText({ goal: 'Another' }))];
    const given = await Promise.allSettled([store(one), store({ ...two, ref: one.ref })]);
    expect(given.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('keeps one for each organisation that has it', async () => {
    const sent = newDocument();
    const foreigner = await seedForeigner(test);
    const [own, foreign] = [await store(sent), await store(sent, foreigner)];
    expect(foreign.isNew).toBe(true);
    expect(foreign.documentId).not.toBe(own.documentId);
  });

  it('takes a document of two million bytes, and none that is a byte longer', async () => {
    const room = 2_000_000 - Buffer.byteLength(documentText({ pending: [''] }));
    const largest = documentText({ pending: ['x'.repeat(room)] });
    expect(Buffer.byteLength(largest)).toBeGreaterThan(1_999_990);
    const { documentId } = await store(newDocument(largest));
    expect((await rowOf(documentId)).text).toBe(largest);
    const longer = `${largest}${' '.repeat(2_000_001 - Buffer.byteLength(largest))}`;
    await expect(store(newDocument(longer))).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'text' });
  });

  it('refuses a text with a secret, since without it it is another document', async () => {
    const before = await countRows();
    const text = documentText({ criticalContext: [`token ghp_${'a1B2'.repeat(9)}`] });
    await expect(store(newDocument(text))).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'sha256' });
    expect(await countRows()).toBe(before);
  });

  it.each([
    [{ ref: 'handoff://x/y' }, 'ref'],
    [{ name: '../etc/passwd' }, 'name'],
    [{ name: '.hidden' }, 'name'],
    [{ sha256: 'A'.repeat(64) }, 'sha256'],
    [{ sha256: 'a'.repeat(64) }, 'sha256'],
    [{ text: '## Goal\nnothing else' }, 'text'],
    [{ text: `${documentText()}\0` }, 'text'],
    [{ text: `${documentText()}\ud800` }, 'text'],
    [{ sourcePath: 'a\0b' }, 'sourcePath'],
    [{ sourceMachine: 'x'.repeat(201) }, 'sourceMachine'],
  ])('refuses %j by the name of the field', async (wrong, field) => {
    await expect(store({ ...newDocument(), ...wrong })).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field });
  });

  it('needs the right to write', async () => {
    await expect(store(newDocument(), withScopes(test.owner, 'work.read'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('the work item that a document is about', () => {
  it('is a session’s own, and another session does not reach the document', async () => {
    const [mine, others] = [await seedWorkItem(test), await seedWorkItem(test)];
    const sent = newDocument();
    const { documentId } = await store(sent, await seedSession(test, mine.id));
    expect((await rowOf(documentId)).workItemId).toBe(mine.id);
    const other = await seedSession(test, others.id);
    await expect(store(sent, other)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await rowOf(documentId)).workItemId).toBe(mine.id);
  });

  it('is added to a document that was stored without one', async () => {
    const { id } = await seedWorkItem(test);
    const sent = newDocument();
    const { documentId } = await store(sent);
    await store({ ...sent, workItem: { id } });
    expect((await rowOf(documentId)).workItemId).toBe(id);
    expect(await eventsOf(documentId)).toEqual(['document.stored', 'document.linked']);
  });

  it('is changed by saying so, and saying it twice changes nothing', async () => {
    const [one, two] = [await seedWorkItem(test), await seedWorkItem(test)];
    const { documentId } = await store({ ...newDocument(), workItem: { id: one.id } });
    const link = () =>
      test.app.services.documents.linkDocument(test.owner, {
        document: { id: documentId },
        workItem: { key: two.key },
      });
    await link();
    await link();
    expect((await rowOf(documentId)).workItemId).toBe(two.id);
    expect(await eventsOf(documentId)).toEqual(['document.stored', 'document.linked']);
  });

  it('has to be within reach, and so has the document', async () => {
    const { id } = await seedWorkItem(test);
    const { ref } = newDocument();
    const sent = { ...newDocument(), ref };
    const foreigner = await seedForeigner(test);
    await expect(store({ ...sent, workItem: { id } }, foreigner)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await store(sent);
    const link = { document: { ref }, workItem: { id } };
    await expect(test.app.services.documents.linkDocument(foreigner, link)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(test.app.services.documents.linkDocument(test.owner, { ...link, document: {} })).rejects.toMatchObject(
      { code: 'VALIDATION_FAILED', field: 'document' },
    );
  });
});
