import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshKey, seedWorkItem } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

/** Sends a document that must succeed, and gives its data. */
async function ask<Data>(query: string, variables: Record<string, unknown> = {}): Promise<Data> {
  const { data, errors } = await test.graphql<Data>(query, variables);
  if (data === null || errors !== undefined) throw new Error(JSON.stringify(errors));
  return data;
}

interface CommandAnswer {
  result: { __typename: string; code?: string; message?: string; [field: string]: unknown };
}

/** Runs a mutation with what is to be selected from its payload. */
async function command(
  name: string,
  input: Record<string, unknown>,
  payload: string,
): Promise<CommandAnswer['result']> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const document = `mutation ($input: ${type}Input!) { result: ${name}(input: $input) {
    __typename ... on ${type}Payload { ${payload} } ... on UserError { code message } } }`;
  return (await ask<CommandAnswer>(document, { input })).result;
}

const keyed = <T extends object>(input: T) => ({ ...input, idempotencyKey: freshKey() });

describe('the record of a work item through the API', () => {
  it('is made and read as a person would tell it', async () => {
    await command('createProject', keyed({ keyPrefix: 'AUTH', name: 'Sign-in' }), 'project { id }');
    const created = await command(
      'createWorkItem',
      keyed({
        project: { keyPrefix: 'AUTH' },
        title: 'Rate-limit sign-in',
        goal: 'No guessing.',
        acceptanceCriteria: ['a', 'b', 'c'],
      }),
      'workItem { key state priority taskType availableCommands }',
    );
    expect(created['workItem']).toEqual({
      key: 'AUTH-1',
      state: 'OPEN',
      priority: 'MEDIUM',
      taskType: 'general',
      availableCommands: ['START', 'CANCEL'],
    });
    const workItem = { key: 'AUTH-1' };
    await command('startWorkItem', keyed({ workItem }), 'workItem { id }');
    const first = await command('recordDecision', keyed({ workItem, statement: 'Per address.' }), 'decision { id }');
    const { id: decisionId } = first['decision'] as { id: string };
    await command('supersedeDecision', keyed({ decisionId, statement: 'Per account.' }), 'decision { id }');
    await command('attachArtifact', keyed({ workItem, type: 'doc', title: 'Plan', uri: 'urn:x:1' }), 'artifact { id }');
    await command('attachArtifact', keyed({ workItem, type: 'doc', title: 'Plan', uri: 'urn:x:2' }), 'artifact { id }');
    const raised = await command(
      'raiseBlocker',
      keyed({ workItem, title: 'No Redis', severity: 'CRITICAL' }),
      'blocker { id }',
    );
    const { id: blockerId } = raised['blocker'] as { id: string };
    await command('resolveBlocker', keyed({ blockerId, resolution: 'Use the database.' }), 'blocker { status }');
    await command('recordOutcome', keyed({ workItem, summary: 'Half.', metCriteria: ['b'] }), 'outcome { id }');
    await command(
      'recordOutcome',
      keyed({ workItem, summary: 'More.', metCriteria: ['a'], unmetCriteria: ['c'] }),
      'outcome { id }',
    );
    await command('completeWorkItem', keyed({ workItem }), 'workItem { state }');

    const read = await ask<{ workItem: unknown }>(`{
      workItem(ref: { key: "AUTH-1" }) {
        state availableCommands
        criteria { text met }
        latestOutcome { summary }
        outcomes { totalCount nodes: edges { node { summary recordedBy { kind name } } } }
        standing: decisions(standing: true) { totalCount nodes: edges { node { statement isStanding } } }
        superseded: decisions(standing: false) { nodes: edges { node { statement supersededBy { statement } } } }
        artifacts(latestOnly: true) { totalCount nodes: edges { node { title version isLatest uri downloadPath sha256 } } }
        every: artifacts { totalCount }
        open: blockers(status: OPEN) { totalCount }
        blockers { nodes: edges { node { title severity status resolution resolvedBy { kind } } } }
        stateChanges { nodes: edges { node { from to } } }
      }
    }`);
    expect(read.workItem).toMatchObject({
      state: 'COMPLETED',
      availableCommands: ['REOPEN'],
      criteria: [
        { text: 'a', met: true },
        { text: 'b', met: null },
        { text: 'c', met: false },
      ],
      latestOutcome: { summary: 'More.' },
      outcomes: {
        totalCount: 2,
        nodes: [{ node: { summary: 'More.', recordedBy: { kind: 'MEMBER' } } }, { node: { summary: 'Half.' } }],
      },
      standing: { totalCount: 1, nodes: [{ node: { statement: 'Per account.', isStanding: true } }] },
      superseded: { nodes: [{ node: { statement: 'Per address.', supersededBy: { statement: 'Per account.' } } }] },
      artifacts: {
        totalCount: 1,
        nodes: [{ node: { version: 2, isLatest: true, uri: 'urn:x:2', downloadPath: null, sha256: null } }],
      },
      every: { totalCount: 2 },
      open: { totalCount: 0 },
      blockers: {
        nodes: [{ node: { status: 'RESOLVED', resolution: 'Use the database.', resolvedBy: { kind: 'MEMBER' } } }],
      },
      stateChanges: {
        nodes: [{ node: { from: 'OPEN', to: 'IN_PROGRESS' } }, { node: { from: 'IN_PROGRESS', to: 'COMPLETED' } }],
      },
    });
  });

  it('answers refusals as typed members of the result', async () => {
    const { id } = await seedWorkItem(test);
    const workItem = { id };
    const refused = await command('submitWorkItem', keyed({ workItem }), 'workItem { id }');
    expect(refused).toMatchObject({ __typename: 'InvalidTransitionError', code: 'INVALID_TRANSITION' });
    const stale = await command('updateWorkItem', { workItem, revision: 7, title: 'x' }, 'workItem { id }');
    expect(stale).toMatchObject({ __typename: 'StaleRevisionError', code: 'STALE_REVISION' });
    const unknown = await command('startWorkItem', keyed({ workItem: { key: 'NOPE-1' } }), 'workItem { id }');
    expect(unknown).toMatchObject({ __typename: 'NotFoundError', code: 'NOT_FOUND' });
    const tooLong = await command(
      'recordDecision',
      keyed({ workItem, statement: 'x'.repeat(4001) }),
      'decision { id }',
    );
    expect(tooLong).toMatchObject({ __typename: 'ValidationError', code: 'VALIDATION_FAILED' });
  });

  it('gives every kind of record by its id', async () => {
    const { id, projectId } = await seedWorkItem(test);
    const workItem = { id };
    await command('startWorkItem', keyed({ workItem }), 'workItem { id }');
    const { id: change } = await test.app.prisma.workItemStateChange.findFirstOrThrow({ where: { workItemId: id } });
    const made = {
      decision: await command('recordDecision', keyed({ workItem, statement: 'x' }), 'decision { id }'),
      artifact: await command(
        'attachArtifact',
        keyed({ workItem, type: 'x', title: 'x', uri: 'urn:x:y' }),
        'artifact { id }',
      ),
      blocker: await command('raiseBlocker', keyed({ workItem, title: 'x' }), 'blocker { id }'),
      outcome: await command('recordOutcome', keyed({ workItem, summary: 'x' }), 'outcome { id }'),
    };
    const ids = Object.entries(made).map(([name, payload]) => (payload[name] as { id: string }).id);
    const typeOf = async (nodeId: string) =>
      (
        await ask<{ node: { __typename: string } | null }>('query ($id: ID!) { node(id: $id) { __typename } }', {
          id: nodeId,
        })
      ).node?.__typename;
    const types = await Promise.all([id, projectId, change, ...ids].map(typeOf));
    expect(types).toEqual(['WorkItem', 'Project', 'WorkItemStateChange', 'Decision', 'Artifact', 'Blocker', 'Outcome']);
  });

  it('takes bytes in and gives them back over plain HTTP', async () => {
    const { id } = await seedWorkItem(test);
    const bytes = randomBytes(1_500_000);
    const headers = { authorization: `Bearer ${test.ownerToken}`, 'content-type': 'application/gzip' };
    const sent = await fetch(`${test.url}/uploads`, { method: 'POST', headers, body: bytes });
    const { uploadId, sha256 } = (await sent.json()) as { uploadId: string; sha256: string };
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    const attached = await command(
      'attachArtifact',
      keyed({ workItem: { id }, type: 'archive', title: 'All of it', uploadId }),
      'artifact { downloadPath sizeBytes sha256 uri }',
    );
    const artifact = attached['artifact'] as { downloadPath: string };
    expect(artifact).toMatchObject({ sizeBytes: bytes.length, sha256, uri: null });
    const got = await fetch(`${test.url}${artifact.downloadPath}`, {
      headers: { authorization: headers.authorization },
    });
    expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('tells who sends too many bytes that the limit is passed, and serves the next request', async () => {
    const headers = { authorization: `Bearer ${test.ownerToken}`, 'content-type': 'application/gzip' };
    const send = (bytes: number) =>
      fetch(`${test.url}/uploads`, { method: 'POST', headers, body: Buffer.alloc(bytes) });
    const refused = await send(26 * 1024 * 1024);
    expect(refused.status).toBe(413);
    expect(await refused.text()).toContain('PAYLOAD_TOO_LARGE');
    expect((await send(10)).status).toBe(201);
  });
});
