import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleId } from '#server/http/rest/nouns/example-ids.ts';
import { operations } from '#server/http/rest/operations.ts';
import type { TestApp } from '#tests/support/server/test-app.ts';
import { createExampleApp, named, sendExample } from './example-app.ts';
import { send } from './send.ts';

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

describe('the examples of the document', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await createExampleApp();
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
