import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '#server/clock.ts';
import type { Scope } from '#server/auth/scopes.ts';
import type { Ids } from '#server/ids.ts';
import type { Operation } from '#server/http/rest/operation.ts';
import { operations } from '#server/http/rest/operations.ts';
import { addOrganisation, addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown> & {
    error?: { code: string; message: string; details?: Record<string, unknown> };
  };
}

/** What a request may say beside its path and body. */
interface Extras {
  readonly token?: string | null;
  readonly key?: string;
  readonly headers?: Record<string, string>;
}

async function send(app: TestApp, request: string, body?: unknown, extras: Extras = {}): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ');
  const { token = app.ownerToken, key, headers } = extras;
  const response = await fetch(`${app.url}/api/v1${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
}

/** Ids that count from 1 for every prefix, as the examples of the document show them. */
function createExampleIds(): Ids {
  const counts = new Map<string, number>();
  return {
    next(prefix) {
      const count = (counts.get(prefix) ?? 0) + 1;
      counts.set(prefix, count);
      return `${prefix}_00000000-0000-7000-8000-${String(count).padStart(12, '0')}`;
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
    const session = await send(app, `GET /sessions/${named('acceptHandoff').example.body?.to_session_id}`);
    expect(session.body).toMatchObject({
      handoff_id: named('getHandoff').example.id,
      parent_session_id: named('getSession').example.id,
    });
  });
});

describe('the plain routes', () => {
  let app: TestApp;
  let workItemId: string;

  beforeAll(async () => {
    app = await createTestApp();
    workItemId = await addWorkItem(app.app, app.owner);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const ask = (request: string, body?: unknown, extras?: Extras) => send(app, request, body, extras);
  const refusalOf = ({ status, body }: Answer) => [status, body.error?.code];
  const tokenWith = async (...scopes: Scope[]): Promise<string> => {
    const input = { name: 'script', scopes, idempotencyKey: newKey() };
    return (await app.app.services.tokens.createToken(app.owner, input)).secret ?? '';
  };
  const requested = async (): Promise<string> => {
    const { body } = await ask(`POST /work/${workItemId}/handoffs`, {
      target_runtime: 'claude-code',
      purpose: 'review',
    });
    return String(body['id']);
  };
  const compiled = async (): Promise<string> => {
    const id = await requested();
    expect((await ask(`POST /handoffs/${id}/compile`)).status).toBe(200);
    return id;
  };
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
    expect(refusalOf(await ask(`POST /handoffs/${await compiled()}/cancel`))).toEqual([404, 'NOT_FOUND']);
    const wrong = await ask('POST /work/AUTH-1');
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, PATCH']);
  });

  it('ask for a credential, and for its scopes', async () => {
    for (const { method, path } of operations) {
      const at = `${method} ${path.replace('{id}', 'AUTH-1')}`;
      expect([at, ...refusalOf(await ask(at, undefined, { token: null }))]).toEqual([at, 401, 'UNAUTHENTICATED']);
    }
    const token = await tokenWith('token.manage');
    for (const { method, path, scopes } of operations) {
      const answer = await ask(`${method} ${path.replace('{id}', 'AUTH-1')}`, undefined, { token });
      expect([...refusalOf(answer), answer.body.error?.details]).toEqual([
        403,
        'FORBIDDEN',
        { missing_scopes: scopes },
      ]);
    }
  });

  it('hide what is out of reach of the credential', async () => {
    const { secret: token } = await addOrganisation(app.app);
    const handoffId = await compiled();
    const sessionId = await newSession();
    const attempts: [string, unknown?][] = [
      [`GET /work/${workItemId}`],
      ['GET /work/AUTH-1/handoffs'],
      [`PATCH /work/${workItemId}`, { revision: 1, title: 'Mine' }],
      [`GET /sessions/${sessionId}`],
      [`POST /sessions/${sessionId}/end`, { status: 'completed' }],
      [`GET /handoffs/${handoffId}`],
      [`POST /handoffs/${handoffId}/compile`],
      [`POST /handoffs/${handoffId}/accept`, { to_session_id: sessionId }],
      [`GET /work?after=${workItemId}`],
    ];
    for (const [request, body] of attempts) {
      expect([request, ...refusalOf(await ask(request, body, { token }))]).toEqual([request, 404, 'NOT_FOUND']);
    }
    expect((await ask('GET /work', undefined, { token })).body).toEqual({ items: [], next: null });
  });

  it('page through a list without repeating or missing an entry', async () => {
    const ids = [];
    for (let i = 0; i < 5; i++) ids.unshift(await requested());
    const seen: unknown[] = [];
    let after = '';
    do {
      const page = await ask(`GET /work/AUTH-1/handoffs?limit=2${after}`);
      seen.push(...(page.body['items'] as { id: string }[]).map(({ id }) => id));
      after = page.body['next'] === null ? '' : `&after=${String(page.body['next'])}`;
    } while (after !== '');
    expect(seen.slice(0, 5)).toEqual(ids);
    expect(new Set(seen).size).toBe(await app.app.prisma.handoff.count({ where: { workItemId } }));
    expect((await ask('GET /work?limit=101')).status).toBe(422);
    expect((await ask('GET /work?limit=0')).status).toBe(422);
  });

  it('leave packages out of the list and show the one on offer', async () => {
    const id = await compiled();
    const { body: list } = await ask(`GET /work/${workItemId}/handoffs`);
    expect((list['items'] as object[]).some((item) => 'package' in item)).toBe(false);
    const { body } = await ask(`GET /handoffs/${id}`);
    expect(body).toMatchObject({ state: 'compiled', target_runtime: 'claude', package: { kernel_handoff_version: 1 } });
    expect((await ask(`GET /handoffs/${await requested()}`)).body).toMatchObject({ state: 'requested', package: null });
  });

  it('compile unmoved work to the version and hash that were there', async () => {
    const id = await requested();
    const first = await ask(`POST /handoffs/${id}/compile`, {}, { key: 'first' });
    const again = await ask(`POST /handoffs/${id}/compile`);
    expect(first.body).toMatchObject({ result: 'compiled', package_version: 1 });
    expect(again.body).toMatchObject({
      result: 'unchanged',
      package_version: 1,
      package_hash: first.body['package_hash'],
    });
    await ask('POST /work/AUTH-1/decisions', { statement: 'Something moved.' });
    expect((await ask(`POST /handoffs/${id}/compile`)).body).toMatchObject({
      result: 'recompiled',
      package_version: 2,
    });
    const replayed = await ask(`POST /handoffs/${id}/compile`, {}, { key: 'first' });
    expect(replayed.body).toMatchObject({
      result: 'compiled',
      package_version: 1,
      package_hash: first.body['package_hash'],
    });
  });

  it('compile for a credential of handoff.create and session.read alone, and show it no more than the outcome', async () => {
    const id = await requested();
    const refused = await ask(`POST /handoffs/${id}/compile`, {}, { token: await tokenWith('handoff.create') });
    expect(refused.body.error).toMatchObject({ code: 'FORBIDDEN', details: { missing_scopes: ['session.read'] } });
    const { status, body } = await ask(
      `POST /handoffs/${id}/compile`,
      {},
      { token: await tokenWith('handoff.create', 'session.read') },
    );
    expect([status, Object.keys(body).sort()]).toEqual([200, ['id', 'package_hash', 'package_version', 'result']]);
  });

  it('give a repeated accept its first answer, and refuse a second one', async () => {
    const id = await compiled();
    const body = { to_session_id: await newSession() };
    const key = newKey();
    const first = await ask(`POST /handoffs/${id}/accept`, body, { key });
    expect(first.body).toMatchObject({ state: 'accepted', to_session_id: body.to_session_id });
    const repeated = await ask(`POST /handoffs/${id}/accept`, body, { key });
    expect([repeated.status, repeated.body]).toEqual([200, first.body]);
    const second = await ask(`POST /handoffs/${id}/accept`, { to_session_id: await newSession() });
    expect([...refusalOf(second), second.body.error?.details]).toEqual([
      ...[409, 'INVALID_TRANSITION'],
      { from: 'accepted', command: 'accept', allowed: ['complete'] },
    ]);
    const other = await ask(`POST /handoffs/${id}/accept`, { to_session_id: await newSession() }, { key });
    expect(refusalOf(other)).toEqual([422, 'IDEMPOTENCY_KEY_MISMATCH']);
  });

  it('refuse to accept another package than the one that was reviewed, or for a session that cannot', async () => {
    const id = await compiled();
    const stale = await ask(`POST /handoffs/${id}/accept`, {
      to_session_id: await newSession(),
      package_hash: '0'.repeat(64),
    });
    expect([...refusalOf(stale), stale.body.error?.details]).toMatchObject([
      409,
      'STALE_PACKAGE',
      { current_version: 1 },
    ]);
    const ended = await newSession();
    expect((await ask(`POST /sessions/${ended}/end`, { status: 'failed' })).body).toMatchObject({ status: 'failed' });
    const refused = await ask(`POST /handoffs/${id}/accept`, { to_session_id: ended });
    expect(refused.body.error).toMatchObject({ code: 'SESSION_NOT_ELIGIBLE', details: { reason: 'not_active' } });
    expect(refusalOf(await ask(`POST /handoffs/${await requested()}/accept`, { to_session_id: ended }))).toEqual([
      409,
      'INVALID_TRANSITION',
    ]);
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

  it('attach an upload and give its bytes back', async () => {
    const headers = { authorization: `Bearer ${app.ownerToken}` };
    const upload = await fetch(`${app.url}/uploads`, { method: 'POST', headers, body: 'the plan' });
    const { uploadId } = (await upload.json()) as { uploadId: string };
    const { body } = await ask('POST /work/AUTH-1/artifacts', { type: 'file', title: 'Plan', upload_id: uploadId });
    const content = await fetch(`${app.url}/api/v1/artifacts/${String(body['id'])}/content`, { headers });
    expect(await content.text()).toBe('the plan');
  });
});
