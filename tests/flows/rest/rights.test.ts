import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '#server/auth/scopes.ts';
import { operations } from '#server/http/rest/operations.ts';
import { addOrganisation, addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type Extras, refusalOf, send } from './send.ts';

describe('rights on the plain routes', () => {
  let app: TestApp;
  let workItemId: string;

  beforeAll(async () => {
    app = await createTestApp();
    workItemId = await addWorkItem(app.app, app.owner);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const ask = (request: string, body?: unknown, extras?: Extras) => send(app, request, body, extras);
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
    ];
    for (const [request, body] of attempts) {
      expect([request, ...refusalOf(await ask(request, body, { token }))]).toEqual([request, 404, 'NOT_FOUND']);
    }
    expect(refusalOf(await ask(`GET /work?after=${workItemId}`, undefined, { token }))).toEqual([
      422,
      'VALIDATION_FAILED',
    ]);
    expect((await ask('GET /work', undefined, { token })).body).toEqual({ items: [], next: null });
  });
});
