import { describe, expect, it } from 'vitest';
import { newKey } from '#tests/support/cast.ts';
import { refusalOf } from './send.ts';
import { useHandoffRoutes } from './use-handoff-routes.ts';

describe('handoffs over the plain routes', () => {
  const { app, work, ask, tokenWith, requested, compiled, newSession } = useHandoffRoutes();

  it('page through a list without repeating or missing an entry', async () => {
    const ids = [];
    for (let i = 0; i < 5; i++) ids.unshift(await requested());
    const seen: unknown[] = [];
    let after = '';
    do {
      const page = await ask(`GET /work/AUTH-1/handoffs?limit=2${after}`);
      seen.push(...(page.body['items'] as { id: string }[]).map(({ id }) => id));
      const { next } = page.body as { next: string | null };
      after = next === null ? '' : `&after=${next}`;
    } while (after !== '');
    expect(seen.slice(0, 5)).toEqual(ids);
    expect(new Set(seen).size).toBe(await app().prisma.handoff.count({ where: { workItemId: work() } }));
    expect((await ask('GET /work?limit=101')).status).toBe(422);
    expect((await ask('GET /work?limit=0')).status).toBe(422);
  });

  it('leave packages out of the list and show the one on offer', async () => {
    const id = await compiled();
    const { body: list } = await ask(`GET /work/${work()}/handoffs`);
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

  it('refuse to reject another package than the one that was reviewed, and reject what is on offer where none is named', async () => {
    const id = await compiled();
    const reason = 'superseded';
    const stale = await ask(`POST /handoffs/${id}/reject`, { reason, package_hash: '0'.repeat(64) });
    expect([...refusalOf(stale), stale.body.error?.details]).toMatchObject([
      409,
      'STALE_PACKAGE',
      { current_version: 1 },
    ]);
    const { body: offered } = await ask(`GET /handoffs/${id}`);
    expect(offered).toMatchObject({ state: 'compiled', reject_reason: null });
    const named = { reason, package_hash: offered['package_hash'] };
    expect((await ask(`POST /handoffs/${id}/reject`, named)).body).toMatchObject({ state: 'rejected' });
    await ask(`POST /handoffs/${id}/compile`);
    expect((await ask(`POST /handoffs/${id}/reject`, { reason })).body).toMatchObject({ state: 'rejected' });
  });
});
