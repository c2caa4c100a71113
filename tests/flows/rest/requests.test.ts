import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessNote } from '#schema/documents/briefing/access-note.ts';
import { addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { type Extras, refusalOf, send } from './send.ts';

describe('requests to the plain routes', () => {
  let app: TestApp;
  let workItemId: string;

  beforeAll(async () => {
    app = await createTestApp();
    workItemId = await addWorkItem(app.app, app.owner);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const ask = (request: string, body?: unknown, extras?: Extras) => send(app, request, body, extras);
  const newSession = async () => (await addSession(app.app, app.owner, workItemId, 'claude')).sessionId;

  it('find a work item by its key and by its id alike', async () => {
    const byKey = await ask('GET /work/AUTH-1');
    const byId = await ask(`GET /work/${workItemId}`);
    expect(byKey.body).toEqual(byId.body);
    expect(byId.body).toMatchObject({ id: workItemId, key: 'AUTH-1', task_type: 'feature', priority: 'medium' });
  });

  it('refuse a field that they do not know and name it', async () => {
    const answer = await ask(`POST /work/AUTH-1/decisions`, { statement: 'Yes.', colour: 'red' });
    expect(refusalOf(answer)).toEqual([422, 'VALIDATION_FAILED']);
    expect(answer.body.error?.details).toEqual({ field: 'colour' });
    const inQuery = await ask('GET /work?colour=red');
    expect([inQuery.status, inQuery.body.error?.details]).toEqual([422, { field: 'colour' }]);
    const twice = await ask('GET /work?state=open&state=blocked');
    expect([twice.status, twice.body.error?.details]).toEqual([422, { field: 'state' }]);
  });

  it('name a field that a command refuses as the caller spelled it', async () => {
    const answer = await ask('POST /work/AUTH-1/outcomes', { summary: 'x', met_criteria: ['Unheard of'] });
    expect([answer.status, answer.body.error?.details]).toEqual([422, { field: 'met_criteria[0]' }]);
    expect(answer.body.error?.message).toMatch(/^met_criteria\[0\]: /);
  });

  it('take a path and two counts in a workspace report, and nothing else', async () => {
    const at = `POST /sessions/${await newSession()}/workspace`;
    const file = { path: 'a.ts', insertions: 1, deletions: 0 };
    expect((await ask(at, { files: [file] })).status).toBe(200);
    for (const more of [{ diff: '@@' }, { content: 'x' }, { old_path: 'b.ts' }]) {
      expect(refusalOf(await ask(at, { files: [{ ...file, ...more }] }))).toEqual([422, 'VALIDATION_FAILED']);
    }
    const viaPrototype = '{"files":[{"path":"a.ts","insertions":1,"deletions":0,"__proto__":{"diff":"@@"}}]}';
    expect((await ask(at, viaPrototype)).status).toBe(422);
    expect((await ask(at, { files: [file], note: 'x' })).status).toBe(422);
    expect((await ask(at, { files: [{ ...file, path: '../a.ts' }] })).body.error?.details).toEqual({
      field: 'files[0].path',
    });
  });

  it('say how a request is malformed', async () => {
    const at = 'POST /work/AUTH-1/decisions';
    expect(refusalOf(await ask(at, '{"statement":'))).toEqual([400, 'BAD_REQUEST']);
    expect(refusalOf(await ask(at, '{}', { headers: { 'content-type': 'text/plain' } }))).toEqual([415, 'BAD_REQUEST']);
    expect(refusalOf(await ask(at, '{}', { headers: { 'content-encoding': 'gzip' } }))).toEqual([415, 'BAD_REQUEST']);
    expect(refusalOf(await ask(at, { statement: 'x'.repeat(1_100_000) }))).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    expect(refusalOf(await ask(at, '[]'))).toEqual([422, 'VALIDATION_FAILED']);
    expect(refusalOf(await ask('GET /work/%E0%A4%A'))).toEqual([400, 'BAD_REQUEST']);
    expect(refusalOf(await ask('GET /work/wrk_%00'))).toEqual([404, 'NOT_FOUND']);
    expect(refusalOf(await ask('POST /work', { project: 'AUTH', title: 'a\0b', goal: 'x' }))).toEqual([
      422,
      'VALIDATION_FAILED',
    ]);
    expect(refusalOf(await ask(at, { statement: 'x' }, { key: 'two words' }))).toEqual([422, 'VALIDATION_FAILED']);
  });

  it('know which paths and methods there are, and that nothing cancels a handoff', async () => {
    expect(refusalOf(await ask('GET /nothing'))).toEqual([404, 'NOT_FOUND']);
    expect(refusalOf(await ask('POST /handoffs/hof_1/cancel'))).toEqual([404, 'NOT_FOUND']);
    const wrong = await ask('POST /work/AUTH-1');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, PATCH']);
  });

  it('show a session’s credential once', async () => {
    const key = newKey();
    const at = 'POST /work/AUTH-1/sessions';
    const body = { runtime: 'codex', purpose: 'implement' };
    const first = await ask(at, body, { key });
    const repeated = await ask(at, body, { key });
    expect([first.status, repeated.status]).toEqual([201, 201]);
    expect(repeated.body).toEqual({ ...first.body, credential: null });
    const own = await ask(`GET /sessions/${String(first.body['id'])}`, undefined, {
      token: String(first.body['credential']),
    });
    expect(own.status).toBe(200);
  });

  it('give a lost answer to a change or a report again under its key', async () => {
    const id = await addWorkItem(app.app, app.owner);
    const change = { revision: 1, title: 'Another title' };
    const key = newKey();
    expect((await ask(`PATCH /work/${id}`, change, { key })).body).toMatchObject({
      revision: 2,
      title: 'Another title',
    });
    expect((await ask(`PATCH /work/${id}`, change, { key })).status).toBe(200);
    const stale = await ask(`PATCH /work/${id}`, change);
    expect([...refusalOf(stale), stale.body.error?.details]).toEqual([409, 'STALE_REVISION', { current_revision: 2 }]);
    const sessionId = await newSession();
    const report = { files: [{ path: 'a.ts', insertions: 1, deletions: 1 }] };
    await ask(`POST /sessions/${sessionId}/workspace`, report, { key: 'report-1' });
    await ask(`POST /sessions/${sessionId}/end`, { status: 'completed' });
    expect((await ask(`POST /sessions/${sessionId}/workspace`, report, { key: 'report-1' })).status).toBe(200);
    expect(refusalOf(await ask(`POST /sessions/${sessionId}/workspace`, report))).toEqual([409, 'SESSION_ENDED']);
  });

  it('let a session do with its credential what its access note names', async () => {
    const id = await addWorkItem(app.app, app.owner);
    const { secret: token, sessionId } = await addSession(app.app, app.owner, id);
    const requests = accessNote({ variant: 'network', sessionId, workItemId: id }).match(
      /(?<=POST \$KERNEL_SERVER_URL\/api\/v1)\S+\w/g,
    );
    const bodies: Record<string, object> = {
      decisions: { statement: 'It is reversible.' },
      artifacts: { type: 'report', title: 'Review', uri: 'https://example.com/review' },
      blockers: { title: 'No access to staging.', severity: 'low' },
      complete: {},
    };
    expect(requests).toEqual(Object.keys(bodies).map((last) => `/work/${id}/${last}`));
    for (const [last, body] of Object.entries(bodies)) {
      const answer = await ask(`POST /work/${id}/${last}`, body, { token, key: newKey() });
      expect([last, answer.body.error, answer.body['session_id'] ?? sessionId]).toEqual([last, undefined, sessionId]);
    }
    expect((await ask(`GET /work/${id}`, undefined, { token })).body).toMatchObject({ state: 'completed' });
    expect(refusalOf(await ask(`GET /work/${workItemId}`, undefined, { token }))).toEqual([404, 'NOT_FOUND']);
  });

  it('describe themselves to anybody', async () => {
    const { status, body } = await ask('GET /openapi.json', undefined, { token: null });
    expect([status, body]).toMatchObject([200, { openapi: '3.1.0', servers: [{ url: '/api/v1' }] }]);
  });

  it('attach an upload and give its bytes back', async () => {
    const headers = { authorization: `Bearer ${app.ownerToken}` };
    const upload = await fetch(`${app.url}/uploads`, { method: 'POST', headers, body: 'the plan' });
    const { uploadId } = (await upload.json()) as { uploadId: string };
    const { body } = await ask('POST /work/AUTH-1/artifacts', { type: 'file', title: 'Plan', upload_id: uploadId });
    const content = await fetch(`${app.url}/api/v1/artifacts/${String(body['id'])}/content`, { headers });
    expect(await content.text()).toBe('the plan');
  });
});
