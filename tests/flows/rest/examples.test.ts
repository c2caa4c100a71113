import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '#server/clock.ts';
import { exampleId } from '#server/http/rest/nouns/example-ids.ts';
import type { Operation } from '#server/http/rest/operation.ts';
import { operations } from '#server/http/rest/operations.ts';
import type { Ids } from '#server/ids.ts';
import { newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { send } from './send.ts';

/** Ids that count from 1 for every prefix, as the examples of the document show them. */
function createExampleIds(): Ids {
  const counts = new Map<string, number>();
  return {
    next(prefix) {
      const count = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, count);
      return exampleId(prefix, count);
    },
  };
}

/** Every operation in an order in which its example can be sent as it is. */
const story = [
  ...['createWorkItem', 'listWorkItems', 'getWorkItem', 'updateWorkItem', 'registerSession', 'registerSession'],
  ...['getSession', 'reportWorkspace', 'recordSessionEvents', 'recordDecision', 'supersedeDecision', 'attachArtifact'],
  ...[
    'raiseBlocker',
    'resolveBlocker',
    'recordOutcome',
    'requestHandoff',
    'listHandoffs',
    'compileHandoff',
    'getHandoff',
  ],
  ...['rejectHandoff', 'compileHandoff', 'acceptHandoff', 'endSession', 'completeHandoff', 'completeWorkItem'],
];

const named = (name: string): Operation => {
  const found = operations.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no operation ${name}`);
  return found;
};

const sendExample = (app: TestApp, { method, path, example }: Operation) =>
  send(app, `${method} ${path.replace('{id}', example.id ?? '')}`, example.body);

describe('the examples of the document', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createTestApp({ ids: createExampleIds(), clock: createFakeClock() });
    await app.app.services.work.createProject(app.owner, { keyPrefix: 'AUTH', name: 'Auth', idempotencyKey: newKey() });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  it('tell a story in which every operation occurs', () => {
    expect(new Set(story)).toEqual(new Set(operations.map(({ name }) => name)));
  });

  it.each(story.map((name, at) => ({ name, at })))('$at $name answers as documented', async ({ name }) => {
    const operation = named(name);
    const { status, body } = await sendExample(app, operation);
    expect([body.error, status]).toEqual([undefined, operation.status]);
    expect(operation.answer.parse(body)).toEqual(body);
  });

  it('ends with the lineage written, as the record tells', async () => {
    const session = await send(app, `GET /sessions/${exampleId('ses', 2)}`);
    const lineage = { handoff_id: exampleId('hof', 1), parent_session_id: exampleId('ses', 1) };
    expect(session.body).toMatchObject(lineage);
  });
});
