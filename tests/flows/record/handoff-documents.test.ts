import { afterAll, beforeAll, expect, it } from 'vitest';
import { newDocument, documentText } from '#tests/support/scenes/handoff-documents.ts';
import { freshKey, seedWorkItem } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

async function ask<Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
  const { data, errors } = await test.graphql<Data>(query, variables);
  if (data === null || errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}

const STORE = `mutation ($input: StoreHandoffDocumentInput!) { result: storeHandoffDocument(input: $input) {
  __typename ... on StoreHandoffDocumentPayload { isNew document { id ref goal workItem { key } } }
  ... on UserError { code message } } }`;
const OPEN = `mutation ($input: OpenWorkItemFromDocumentInput!) { result: openWorkItemFromDocument(input: $input) {
  __typename ... on OpenWorkItemFromDocumentPayload { workItem { key } } ... on UserError { code message } } }`;
const FIND = `query ($filter: HandoffDocumentsFilter) { handoffDocuments(filter: $filter) {
  totalCount edges { node { ref name goal workItem { key } } } } }`;

const store = (input: ReturnType<typeof newDocument> & { workItem?: { key: string } }) =>
  ask<{ result: Record<string, unknown> }>(STORE, { input });
const refsFound = async (filter: Record<string, unknown>) =>
  (
    await ask<{ handoffDocuments: { edges: { node: { ref: string } }[] } }>(FIND, { filter })
  ).handoffDocuments.edges.map(({ node }) => node.ref);

it('a document is stored, belongs to work, is found by its text, and opens work that says what it inherited', async () => {
  const { key, keyPrefix } = await seedWorkItem(test);
  const about = newDocument(documentText({ criticalContext: ['100% sure_thing about the Zürich cluster'] }));
  const plain = newDocument(documentText({ goal: 'Something else' }));
  expect(await store({ ...about, workItem: { key } })).toMatchObject({
    result: { isNew: true, document: { ref: about.ref, workItem: { key } } },
  });
  await store(plain);
  const conflict = await store({ ...newDocument(documentText({ goal: 'Altered' })), ref: plain.ref });
  expect(conflict.result).toMatchObject({ __typename: 'ConflictError', code: 'CONFLICT' });

  expect(await refsFound({ search: 'zürich CLUSTER' })).toEqual([about.ref]);
  expect(await refsFound({ search: '100% sure_thing' })).toEqual([about.ref]);
  expect(await refsFound({ search: '100X sureXthing' })).toEqual([]);
  expect(await refsFound({ workItem: { key } })).toEqual([about.ref]);
  const [, , originProjectId = '', handoffId = ''] = plain.ref.split('/');
  expect(await refsFound({ originProjectId })).toEqual([plain.ref]);
  expect(await refsFound({ handoffIds: [handoffId, 'no uuid'] })).toEqual([plain.ref]);

  const input = { document: { ref: plain.ref }, project: { keyPrefix }, idempotencyKey: freshKey() };
  const opened = await ask<{ result: { workItem: { key: string } } }>(OPEN, { input });
  const shown = await ask<{ workItem: unknown }>(
    `query ($ref: WorkItemRef!) { workItem(ref: $ref) { goal openedFrom { ref }
      documents(first: 3) { totalCount edges { node { ref text } } }
      inherited { part text isStanding document { ref } }
      decisions { edges { node { statement inherited { part document { ref } } } } } } }`,
    { ref: { key: opened.result.workItem.key } },
  );
  expect(shown.workItem).toMatchObject({
    goal: 'Something else',
    openedFrom: { ref: plain.ref },
    documents: { totalCount: 1, edges: [{ node: { ref: plain.ref, text: plain.text } }] },
    decisions: {
      edges: [{ node: { inherited: { part: 'DECISION', document: { ref: plain.ref } } } }, { node: {} }],
    },
  });
});

it('what was inherited and changed since says so', async () => {
  const { keyPrefix } = await seedWorkItem(test);
  const document = newDocument();
  await store(document);
  const input = { document: { ref: document.ref }, project: { keyPrefix }, idempotencyKey: freshKey() };
  const { key } = (await ask<{ result: { workItem: { key: string } } }>(OPEN, { input })).result.workItem;
  const { work } = test.app.services;
  await work.updateWorkItem(test.owner, { workItem: { key }, revision: 1, goal: 'Another goal', constraints: [] });
  const { workItem } = await ask<{ workItem: { inherited: { part: string; isStanding: boolean }[] } }>(
    'query ($ref: WorkItemRef!) { workItem(ref: $ref) { inherited { part isStanding } } }',
    { ref: { key } },
  );
  expect(workItem.inherited.map(({ part, isStanding }) => `${part} ${String(isStanding)}`)).toEqual([
    'GOAL false',
    'CONSTRAINT false',
    'CONSTRAINT false',
    'CRITERION true',
    'CRITERION true',
    'DECISION true',
    'DECISION true',
    'OUTCOME true',
  ]);
});
