import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SyncMode } from '#prisma/generated/client/client.ts';
import { ValidationError } from '#server/errors.ts';
import type { SessionEntry } from '#server/sessions/reports/session-entry.ts';
import { addSession, addWorkItem, newKey } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
let workItemId: string;
beforeAll(async () => {
  test = await createTestApp();
  workItemId = await addWorkItem(test.app, test.owner);
});
afterAll(() => test[Symbol.asyncDispose]());

const occurredAt = new Date('2026-02-03T04:05:06.007Z');
const newSession = async (syncMode: SyncMode = 'METADATA_ONLY') => {
  const input = {
    workItem: { id: workItemId },
    runtime: 'codex',
    purpose: 'implement',
    syncMode,
    idempotencyKey: newKey(),
  };
  return (await test.app.services.sessions.registerSession(test.owner, input)).sessionId;
};
const record = (sessionId: string, events: readonly SessionEntry[], idempotencyKey = newKey()) =>
  test.app.services.sessions.recordSessionEvents(test.owner, { sessionId, events, idempotencyKey });
const timeline = (agentSessionId: string) =>
  test.app.prisma.sessionEvent.findMany({ where: { agentSessionId }, orderBy: { position: 'asc' } });

describe('what a timeline may hold', () => {
  const summary = { kind: 'MESSAGE', occurredAt, summary: 'asked for a review' } as const;
  const text = { kind: 'MESSAGE', occurredAt, text: 'Please review the migration.' } as const;
  const metadata = {
    kind: 'USAGE',
    occurredAt,
    ...{
      count: 3,
      durationMs: 1200,
      model: 'claude-opus-4-1[1m]',
      inputTokens: 10,
      outputTokens: 20,
      costMicroUsd: 4_200,
    },
  } as const;
  const cases: [SyncMode, SessionEntry, string | null][] = [
    ['METADATA_ONLY', metadata, null],
    ['METADATA_ONLY', summary, 'events[1].summary'],
    ['METADATA_ONLY', text, 'events[1].text'],
    ['METADATA_ONLY', { ...metadata, summary: '' }, 'events[1].summary'],
    ['METADATA_ONLY', { ...metadata, text: '' }, 'events[1].text'],
    ['SUMMARIES', metadata, null],
    ['SUMMARIES', summary, null],
    ['SUMMARIES', text, 'events[1].text'],
    ['FULL', metadata, null],
    ['FULL', summary, null],
    ['FULL', text, null],
  ];

  it.each(cases)('%s, entry %j: refused field %s', async (mode, entry, field) => {
    const sessionId = await newSession(mode);
    const recording = record(sessionId, [{ kind: 'TOOL', occurredAt }, entry]);
    if (field !== null) {
      await expect(recording).rejects.toMatchObject({ code: 'SYNC_MODE', field });
      expect(await timeline(sessionId)).toEqual([]);
      return;
    }
    expect(await recording).toEqual({ sessionId, recorded: 2 });
    expect((await timeline(sessionId))[1]).toMatchObject({ ...entry, position: 2 });
  });

  it('has no room for text in the name of a model', async () => {
    const sessionId = await newSession();
    for (const model of ['the user said hello', 'a\nb', '', 'x'.repeat(101)]) {
      await expect(record(sessionId, [{ kind: 'INIT', occurredAt, model }])).rejects.toMatchObject({
        field: 'events[0].model',
      });
    }
  });

  it.each([-1, 1.5, 2 ** 31, Number.NaN])('refuses %s as a number of anything', async (number) => {
    const sessionId = await newSession();
    for (const field of ['count', 'durationMs', 'inputTokens', 'outputTokens', 'costMicroUsd']) {
      const refused = record(sessionId, [{ kind: 'USAGE', occurredAt, [field]: number }]);
      await expect(refused).rejects.toMatchObject({ field: `events[0].${field}` });
    }
  });

  it('bounds texts, entries of one call, and needs at least one', async () => {
    const sessionId = await newSession('FULL');
    await expect(record(sessionId, [{ kind: 'MESSAGE', occurredAt, summary: 'x'.repeat(501) }])).rejects.toThrow(
      /limit is 500/,
    );
    await expect(record(sessionId, [{ kind: 'MESSAGE', occurredAt, text: 'x'.repeat(10_000_000) }])).rejects.toThrow(
      /limit is 100000/,
    );
    await expect(record(sessionId, [{ kind: 'MESSAGE', occurredAt, text: '\ud800' }])).rejects.toBeInstanceOf(
      ValidationError,
    );
    await expect(record(sessionId, [])).rejects.toMatchObject({ field: 'events' });
    const many = Array.from({ length: 501 }, () => ({ kind: 'TOOL', occurredAt }) as const);
    await expect(record(sessionId, many)).rejects.toMatchObject({ field: 'events' });
  });
});

describe('a timeline', () => {
  it('keeps the order of its entries, without gaps, when many write at once', async () => {
    const sessionId = await newSession();
    const batch = (count: number) =>
      [0, 1, 2].map((n) => ({ kind: 'TOOL', occurredAt, count: count * 10 + n }) as const);
    await Promise.all(Array.from({ length: 8 }, (_, i) => record(sessionId, batch(i))));
    const entries = await timeline(sessionId);
    expect(entries.map(({ position }) => position)).toEqual(Array.from({ length: 24 }, (_, i) => i + 1));
    for (let i = 0; i < 24; i += 3) {
      const first = entries[i]?.count ?? 0;
      expect(entries.slice(i, i + 3).map(({ count }) => count)).toEqual([first, first + 1, first + 2]);
    }
  });

  it('takes a repeated call once', async () => {
    const sessionId = await newSession();
    const key = newKey();
    for (let i = 0; i < 2; i++) await record(sessionId, [{ kind: 'STARTED', occurredAt }], key);
    expect(await timeline(sessionId)).toHaveLength(1);
    await expect(record(sessionId, [{ kind: 'FAILED', occurredAt }], key)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_MISMATCH',
    });
  });

  it('names the session’s model by the first entry that names one', async () => {
    const sessionId = await newSession();
    await record(sessionId, [
      { kind: 'STARTED', occurredAt },
      { kind: 'INIT', occurredAt, model: 'gpt-6-codex' },
    ]);
    await record(sessionId, [{ kind: 'INIT', occurredAt, model: 'other' }]);
    const session = await test.app.prisma.agentSession.findUniqueOrThrow({ where: { id: sessionId } });
    expect(session.model).toBe('gpt-6-codex');
  });

  it('never lets text into the log of the organisation', async () => {
    const sessionId = await newSession('FULL');
    await record(sessionId, [{ kind: 'MESSAGE', occurredAt, summary: 'canary-summary', text: 'canary-text' }]);
    const log = await test.app.prisma.event.findMany({ where: { agentSessionId: sessionId } });
    expect(
      JSON.stringify(log, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
    ).not.toContain('canary');
  });

  it('is read in order, page by page', async () => {
    const session = await addSession(test.app, test.owner, workItemId);
    await record(
      session.sessionId,
      Array.from({ length: 5 }, (_, i) => ({ kind: 'TOOL', occurredAt, count: i })),
    );
    const answer = await test.graphql(
      `query ($id: ID!) { agentSession(id: $id) { events(first: 2) { totalCount edges { node { position kind occurredAt count text } } } } }`,
      { id: session.sessionId },
      session.secret,
    );
    const node = { kind: 'TOOL', occurredAt: '2026-02-03T04:05:06.007Z', text: null };
    const edges = [{ node: { ...node, position: 1, count: 0 } }, { node: { ...node, position: 2, count: 1 } }];
    expect(answer).toEqual({ data: { agentSession: { events: { totalCount: 5, edges } } } });
  });

  it('is narrowed to kinds, each entry keeping its position, and says what was spent in all', async () => {
    const sessionId = await newSession();
    const query = `query ($id: ID!) { agentSession(id: $id) {
      usage { inputTokens outputTokens costMicroUsd }
      events(last: 5, kinds: [USAGE]) { totalCount edges { node { position } } }
    } }`;
    const ask = async () => (await test.graphql(query, { id: sessionId })).data?.['agentSession'];
    expect(await ask()).toEqual({ usage: null, events: { totalCount: 0, edges: [] } });
    const most = 2_147_483_647;
    await record(sessionId, [
      { kind: 'TOOL', occurredAt },
      { kind: 'USAGE', occurredAt, inputTokens: most, outputTokens: 5 },
      { kind: 'USAGE', occurredAt, inputTokens: most, costMicroUsd: 12 },
    ]);
    expect(await ask()).toEqual({
      usage: { inputTokens: 2 * most, outputTokens: 5, costMicroUsd: 12 },
      events: { totalCount: 2, edges: [{ node: { position: 2 } }, { node: { position: 3 } }] },
    });
  });
});

describe('many that report at once', () => {
  const entry = { kind: 'TOOL', occurredAt } as const;

  it('are each answered for themselves: what one may not say keeps nothing of the others', async () => {
    const [one, other, ended] = [await newSession(), await newSession('SUMMARIES'), await newSession()];
    const { sessions } = test.app.services;
    await sessions.endSession(test.owner, { sessionId: ended, status: 'COMPLETED', idempotencyKey: newKey() });
    const key = newKey();
    const settled = await Promise.allSettled([
      record(one, [entry, entry]),
      record(one, [{ ...entry, summary: 'kept in' }]),
      record(other, [{ ...entry, summary: 'let out' }], key),
      record(ended, [entry]),
      record('ses_of-nobody', [entry]),
      record('no id', [entry]),
      record(one, [entry]),
    ]);
    const told = settled.map((one) =>
      one.status === 'fulfilled' ? one.value.recorded : (one.reason as { code: string }).code,
    );
    expect(told).toEqual([2, 'SYNC_MODE', 1, 'SESSION_ENDED', 'NOT_FOUND', 'NOT_FOUND', 1]);
    expect((await timeline(one)).map(({ position }) => position)).toEqual([1, 2, 3]);
    expect(await record(other, [{ ...entry, summary: 'let out' }], key)).toEqual({ sessionId: other, recorded: 1 });
    expect(await timeline(other)).toHaveLength(1);
    const log = await test.app.prisma.event.findMany({
      where: { agentSessionId: one, type: 'session.events_recorded' },
      orderBy: { seq: 'asc' },
    });
    expect(log.map(({ data }) => data)).toEqual([
      { sessionId: one, from: 1, to: 2 },
      { sessionId: one, from: 3, to: 3 },
    ]);
  });

  it('are taken once when the same request comes twice before its answer', async () => {
    const [first, sessionId] = [await newSession(), await newSession()];
    const key = newKey();
    const settled = await Promise.allSettled([
      record(first, [entry]),
      record(sessionId, [entry], key),
      record(sessionId, [entry], key),
    ]);
    expect(settled[2]).toMatchObject({ reason: { code: 'IDEMPOTENCY_IN_PROGRESS' } });
    expect(await record(sessionId, [entry], key)).toEqual({ sessionId, recorded: 1 });
    expect(await timeline(sessionId)).toHaveLength(1);
  });
});
