import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { canonicalJson } from '#schema/documents/handoff-package/canonical-json.ts';
import { addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

/** Runs a mutation with an input and gives its payload, or its refusal. */
async function mutate(name: string, input: Record<string, unknown>, fields: string, token?: string) {
  const type = name.charAt(0).toUpperCase() + name.slice(1);
  const query = `mutation Run($input: ${type}Input!) { ${name}(input: $input) {
    __typename ... on UserError { code message } ... on ${type}Payload { ${fields} } ${refusals[name] ?? ''} } }`;
  const { data, errors } = await test.graphql<Record<string, Record<string, unknown>>>(
    query,
    { input: { idempotencyKey: newKey(), ...input } },
    token,
  );
  expect(errors).toBeUndefined();
  return data?.[name] ?? {};
}

const refusals: Record<string, string> = {
  acceptHandoff: `... on StalePackageError { currentVersion currentHash } ... on SessionNotEligibleError { reason }`,
  cancelHandoff: `... on InvalidTransitionError { from command allowed }`,
};

async function ask(fields: string, variables: Record<string, unknown>) {
  const query = `query Ask($id: ID!) { handoff(id: $id) { ${fields} } }`;
  const { data, errors } = await test.graphql<{ handoff: Record<string, unknown> }>(query, variables);
  expect(errors).toBeUndefined();
  return data?.handoff ?? {};
}

const compileFields = `result handoff { state packageVersion packageHash availableCommands }
  package { version hash document markdown lint { code message path } compiledBy { kind name }
    briefing(budgetBytes: 2048) { text bytes hash clipped cuts { section omitted kept } } }`;

interface Compiled {
  result: string;
  package: {
    version: number;
    hash: string;
    document: string;
    markdown: string;
    lint: object[];
    briefing: { bytes: number };
  };
}

it('hands work over from Codex to Claude Code: refused, amended, offered again, accepted, completed', async () => {
  const workItemId = await addWorkItem(test.app, test.owner);
  const source = await addSession(test.app, test.owner, workItemId, 'codex');
  const destination = await addSession(test.app, test.owner, workItemId, 'claude');

  const requested = await mutate(
    'requestHandoff',
    { workItem: { id: workItemId }, fromSessionId: source.sessionId, targetRuntime: 'claude-code', purpose: 'review' },
    `handoff { id state targetRuntime objective availableCommands package { id } workHasMoved { hasMoved } packageVersion
      eligibleSessions { totalCount } }`,
  );
  expect(requested).toMatchObject({
    handoff: {
      state: 'REQUESTED',
      targetRuntime: 'claude',
      objective: null,
      package: null,
      packageVersion: null,
      workHasMoved: null,
      availableCommands: ['COMPILE', 'CANCEL'],
      eligibleSessions: { totalCount: 0 },
    },
  });
  const { id: handoffId } = requested['handoff'] as { id: string };

  const first = (await mutate(
    'compileHandoff',
    { handoffId, objective: 'Review it' },
    compileFields,
  )) as unknown as Compiled;
  expect(first).toMatchObject({
    result: 'COMPILED',
    handoff: { state: 'COMPILED', packageVersion: 1, availableCommands: ['COMPILE', 'ACCEPT', 'REJECT', 'CANCEL'] },
  });
  const { generated_at: _, ...hashed } = JSON.parse(first.package.document) as Record<string, unknown>;
  expect(createHash('sha256').update(canonicalJson(hashed)).digest('hex')).toBe(first.package.hash);
  expect(first.package.markdown).toContain(first.package.hash);
  expect(first.package.lint).toContainEqual(expect.objectContaining({ code: 'NO_DECISIONS' }));
  expect(first.package.briefing.bytes).toBeLessThanOrEqual(2048);

  await mutate('rejectHandoff', { handoffId, reason: 'MISSING_CONTEXT', note: 'no test plan' }, 'handoff { state }');
  const { data: inbox } = await test.graphql(`{ needsYou { rejectedHandoffs { totalCount edges { node {
    kind title clearedBy workItem { key } handoff { rejectReason rejectNote } blocker { id } } } }
    waitingHandoffs { totalCount } openBlockers { totalCount } } }`);
  expect(inbox).toMatchObject({
    needsYou: {
      rejectedHandoffs: {
        totalCount: 1,
        edges: [{ node: { kind: 'REJECTED_HANDOFF', handoff: { rejectNote: 'no test plan' }, blocker: null } }],
      },
      waitingHandoffs: { totalCount: 0 },
      openBlockers: { totalCount: 0 },
    },
  });

  await mutate(
    'recordDecision',
    { workItem: { id: workItemId }, statement: 'Test with two keys.', rationale: '', evidence: [] },
    'decision { id }',
  );
  expect(
    await ask('workHasMoved { hasMoved changes { kind section label before after } }', { id: handoffId }),
  ).toMatchObject({
    workHasMoved: {
      hasMoved: true,
      changes: expect.arrayContaining([
        expect.objectContaining({ kind: 'ADDED', after: 'Test with two keys.' }),
      ]) as unknown,
    },
  });
  const second = (await mutate('compileHandoff', { handoffId }, compileFields)) as unknown as Compiled;
  expect(second).toMatchObject({ result: 'RECOMPILED', package: { version: 2 } });
  expect(JSON.parse(second.package.document)).toMatchObject({ next: { objective: 'Review it' } });

  const stale = { handoffId, packageHash: first.package.hash, toSessionId: destination.sessionId };
  expect(await mutate('acceptHandoff', stale, 'handoff { id }')).toMatchObject({
    code: 'STALE_PACKAGE',
    currentVersion: 2,
    currentHash: second.package.hash,
  });
  const wrong = { ...stale, packageHash: second.package.hash, toSessionId: source.sessionId };
  expect(await mutate('acceptHandoff', wrong, 'handoff { id }')).toMatchObject({ reason: 'IS_SOURCE' });
  expect(
    await ask(
      `eligibleSessions { totalCount edges { node { id } } } packages { totalCount edges { node { version hash } } }
       old: package(version: 1) { hash } none: package(version: 9) { hash }
       packageDiff(fromVersion: 1) { kind section after event { type actor { name } } }`,
      { id: handoffId },
    ),
  ).toMatchObject({
    eligibleSessions: { totalCount: 1, edges: [{ node: { id: destination.sessionId } }] },
    packages: { totalCount: 2, edges: [{ node: { version: 2 } }, { node: { version: 1 } }] },
    old: { hash: first.package.hash },
    none: null,
    packageDiff: expect.arrayContaining([
      expect.objectContaining({
        section: 'decisions',
        event: expect.objectContaining({ type: 'DECISION_RECORDED' }) as unknown,
      }),
    ]) as unknown,
  });

  const accepted = await mutate(
    'acceptHandoff',
    { ...stale, packageHash: second.package.hash },
    'handoff { state toSession { id parent { id } continues { id } } }',
    destination.secret,
  );
  expect(accepted).toMatchObject({
    handoff: {
      state: 'ACCEPTED',
      toSession: { id: destination.sessionId, parent: { id: source.sessionId }, continues: { id: handoffId } },
    },
  });
  expect(await mutate('cancelHandoff', { handoffId }, 'handoff { id }')).toMatchObject({
    code: 'INVALID_TRANSITION',
    from: 'ACCEPTED',
    command: 'CANCEL',
    allowed: ['COMPLETE'],
  });
  expect(await mutate('completeHandoff', { handoffId }, 'handoff { state completedAt rejectReason }')).toMatchObject({
    handoff: { state: 'COMPLETED', rejectReason: 'MISSING_CONTEXT' },
  });

  const { data: story } = await test.graphql(
    `query Story($id: ID!, $session: ID!) {
      workItem(ref: { id: $id }) { lineage { nodes { id kind } edges { kind fromId toId } omitted } handoffs { totalCount } }
      agentSession(id: $session) { ancestors { id } descendants { id } handedOff { totalCount } } }`,
    { id: workItemId, session: destination.sessionId },
  );
  expect(story).toMatchObject({
    workItem: {
      handoffs: { totalCount: 1 },
      lineage: { omitted: 0, edges: [{ kind: 'CONTINUES' }, { kind: 'PARENT' }, { kind: 'SOURCE' }] },
    },
    agentSession: { ancestors: [{ id: source.sessionId }], descendants: [], handedOff: { totalCount: 0 } },
  });
});

it('refuses a budget for the briefing that is too small, naming the least', async () => {
  const workItemId = await addWorkItem(test.app, test.owner);
  const request = { workItem: { id: workItemId }, targetRuntime: 'codex', purpose: 'go on' };
  const { handoff } = await mutate('requestHandoff', request, 'handoff { id }');
  const { id } = handoff as { id: string };
  await mutate('compileHandoff', { handoffId: id }, 'result');
  const query = `query Small($id: ID!) { handoff(id: $id) { package { briefing(budgetBytes: 10) { text } } } }`;
  const { errors } = await test.graphql(query, { id });
  expect(errors).toMatchObject([{ extensions: { code: 'VALIDATION_FAILED' } }]);
});
