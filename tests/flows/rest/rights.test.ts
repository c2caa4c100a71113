import { describe, expect, it } from 'vitest';
import { operations } from '#server/http/rest/operations.ts';
import { addOrganisation } from '#tests/support/cast.ts';
import { refusalOf } from './send.ts';
import { useHandoffRoutes } from './use-handoff-routes.ts';

describe('rights on the plain routes', () => {
  const { app, work, ask, tokenWith, compiled, newSession } = useHandoffRoutes();

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
    const { secret: token } = await addOrganisation(app());
    const handoffId = await compiled();
    const sessionId = await newSession();
    const attempts: [string, unknown?][] = [
      [`GET /work/${work()}`],
      ['GET /work/AUTH-1/handoffs'],
      [`PATCH /work/${work()}`, { revision: 1, title: 'Mine' }],
      [`GET /sessions/${sessionId}`],
      [`POST /sessions/${sessionId}/end`, { status: 'completed' }],
      [`GET /handoffs/${handoffId}`],
      [`POST /handoffs/${handoffId}/compile`],
      [`POST /handoffs/${handoffId}/accept`, { to_session_id: sessionId }],
    ];
    for (const [request, body] of attempts) {
      expect([request, ...refusalOf(await ask(request, body, { token }))]).toEqual([request, 404, 'NOT_FOUND']);
    }
    expect(refusalOf(await ask(`GET /work?after=${work()}`, undefined, { token }))).toEqual([422, 'VALIDATION_FAILED']);
    expect((await ask('GET /work', undefined, { token })).body).toEqual({ items: [], next: null });
  });
});
