import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebhookDispatcher } from '#server/webhooks/delivery/webhook-dispatcher.ts';
import { MAX_ATTEMPTS } from '#server/webhooks/delivery/retry-schedule.ts';
import { Upkeep } from '#server/upkeep.ts';
import { addWorkItem, newKey } from '#tests/support/cast.ts';
import { isSignedWith } from '#tests/support/scenes/webhook-receiver.ts';
import { type WebhookScene, webhookScene } from '#tests/support/scenes/webhook-scene.ts';

const DAY_MS = 86_400_000;
const ONLY_FACTS = { types: ['project.created'] } as const;
let scene: WebhookScene;
beforeEach(async () => {
  scene = await webhookScene();
});
afterEach(() => scene[Symbol.asyncDispose]());

describe('a webhook', () => {
  it('is told of each event since it was set up, in the order of the log, signed', async () => {
    await scene.facts(2);
    const { webhookId, secret } = await scene.create();
    await scene.facts(3, 2);
    await scene.dispatcher.drain();
    const { received } = scene.receiver;
    expect(received.map(({ type }) => type)).toEqual(['webhook.created', ...Array<string>(3).fill('project.created')]);
    expect(received.every((message) => isSignedWith(secret, message))).toBe(true);
    const log = await scene.test.app.prisma.event.findMany({ orderBy: { seq: 'asc' }, skip: 2 });
    expect(received.map(({ messageId }) => messageId)).toEqual(log.map(({ id }) => id));
    expect(JSON.parse(received[1]?.body ?? '')).toEqual({
      type: 'project.created',
      timestamp: log[1]?.occurredAt.toISOString(),
      data: {
        id: log[1]?.id,
        cursor: expect.any(String) as string,
        actor: { kind: 'member', id: scene.test.owner.id, name: 'Owner' },
        ...{ workItemId: null, agentSessionId: null, handoffId: null, machineId: null },
        facts: expect.objectContaining({ number: 2 }) as object,
      },
    });
    expect(await scene.dispatcher.drain()).toBe(0);
    const { state, deliveries } = await scene.look(webhookId);
    expect(state).toBe('ENABLED');
    expect(deliveries.map(({ state: of, attempts }) => [of, attempts.map(({ status }) => status)])).toEqual(
      Array(4).fill(['DELIVERED', [204]]),
    );
  });

  it('is told only what it wants: types, a work item, a project', async () => {
    const { app, owner } = scene.test;
    const auth = await addWorkItem(app, owner, 'AUTH');
    await scene.create({ url: `${scene.receiver.url}/types`, types: ['work_item.created'] });
    await scene.create({ url: `${scene.receiver.url}/item`, workItem: { key: 'AUTH-1' } });
    await scene.create({ url: `${scene.receiver.url}/project`, project: { keyPrefix: 'AUTH' } });
    await addWorkItem(app, owner, 'AUTH');
    await addWorkItem(app, owner, 'WEB');
    await app.services.work.raiseBlocker(owner, {
      workItem: { id: auth },
      ...{ title: 'B', detail: '', severity: 'LOW', idempotencyKey: newKey() },
    });
    await scene.dispatcher.drain();
    const toldAt = (path: string) =>
      scene.receiver.received.filter((message) => message.path.endsWith(path)).map(({ type }) => type);
    expect(toldAt('/types')).toEqual(['work_item.created', 'work_item.created']);
    expect(toldAt('/item')).toEqual(['blocker.raised']);
    expect(toldAt('/project')).toEqual(['work_item.created', 'blocker.raised']);
  });

  it('waits for its receiver: an event that failed is tried again, with the same id, before any later one', async () => {
    const { webhookId } = await scene.create(ONLY_FACTS);
    await scene.facts(3);
    scene.receiver.answer = (_message, response) => void response.writeHead(500).end('{"token":"s3cr3t"} is wrong');
    await scene.dispatcher.drain();
    expect(scene.numbers()).toEqual([0]);
    scene.clock.advance(4_000);
    expect(await scene.dispatcher.drain()).toBe(0);
    const waiting = await scene.look(webhookId);
    expect(waiting).toMatchObject({ state: 'ENABLED', failedAttempts: 1 });
    expect(waiting.nextAttemptAt).not.toBeNull();
    scene.receiver.answer = (_message, response) => void response.writeHead(200).end();
    scene.clock.advance(3_000);
    await scene.dispatcher.drain();
    expect(scene.numbers()).toEqual([0, 0, 1, 2]);
    const [first, again] = scene.receiver.received;
    expect(again?.messageId).toBe(first?.messageId);
    expect(again?.headers['webhook-timestamp']).not.toBe(first?.headers['webhook-timestamp']);
    const settled = await scene.look(webhookId);
    expect(settled).toMatchObject({ failedAttempts: 0, nextAttemptAt: null });
    expect(settled.deliveries.at(-1)?.attempts).toEqual([
      { number: 1, status: 500, problem: null, answer: '{"token":"[redacted:assignment]"} is wrong' },
      { number: 2, status: 200, problem: null, answer: null },
    ]);
  });

  it('is disabled once all attempts failed, says so in the log, and goes on from there when it is enabled', async () => {
    const { webhookId } = await scene.create(ONLY_FACTS);
    await scene.facts(2);
    scene.receiver.answer = (_message, response) => void response.writeHead(503).end();
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      expect((await scene.look(webhookId)).state).toBe('ENABLED');
      expect(await scene.dispatcher.drain()).toBe(1);
      scene.clock.advance(1.2 * DAY_MS);
    }
    expect(await scene.look(webhookId)).toMatchObject({ state: 'DISABLED', disabledReason: 'FAILING' });
    expect(await scene.dispatcher.drain()).toBe(0);
    const { actor, data } = await scene.test.app.prisma.event.findFirstOrThrow({ where: { type: 'webhook.disabled' } });
    expect(actor).toMatchObject({ kind: 'server' });
    expect(data).toEqual({ webhookId, reason: 'FAILING' });
    scene.receiver.answer = (_message, response) => void response.writeHead(200).end();
    await scene.test.app.services.webhooks.enableWebhook(scene.test.owner, { webhookId });
    await scene.dispatcher.drain();
    expect(scene.numbers().slice(MAX_ATTEMPTS)).toEqual([0, 1]);
  });

  it('is disabled at once by a receiver that is gone', async () => {
    const { webhookId } = await scene.create(ONLY_FACTS);
    await scene.facts(1);
    scene.receiver.answer = (_message, response) => void response.writeHead(410).end();
    await scene.dispatcher.drain();
    expect(await scene.look(webhookId)).toMatchObject({ state: 'DISABLED', disabledReason: 'GONE' });
  });

  it('keeps what it still has to be told from being swept, unless it is disabled; then it says how much is lost', async () => {
    const { app, owner } = scene.test;
    await using upkeep = new Upkeep(app, app.log);
    await app.services.organisation.setEventRetention(owner, { days: 1 });
    const { webhookId } = await scene.create(ONLY_FACTS);
    await scene.facts(5);
    scene.clock.advance(2 * DAY_MS);
    await upkeep.sweep();
    await scene.dispatcher.drain();
    expect(scene.numbers()).toEqual([0, 1, 2, 3, 4]);
    await app.services.webhooks.disableWebhook(owner, { webhookId });
    await scene.facts(5, 5);
    scene.clock.advance(2 * DAY_MS);
    await upkeep.sweep();
    const { lost } = await app.services.webhooks.enableWebhook(owner, { webhookId });
    expect(lost).toBe(5);
    await scene.dispatcher.drain();
    expect(scene.numbers().slice(5)).toEqual([9]);
  });

  it('is served once by several servers that look at once', async () => {
    for (const path of ['a', 'b', 'c']) await scene.create({ ...ONLY_FACTS, url: `${scene.receiver.url}/${path}` });
    await scene.facts(40);
    await using other = new WebhookDispatcher(scene.test.app, scene.test.app.log);
    await using third = new WebhookDispatcher(scene.test.app, scene.test.app.log);
    await Promise.all([scene.dispatcher.drain(), other.drain(), third.drain()]);
    await scene.dispatcher.drain();
    for (const path of ['a', 'b', 'c']) {
      const told = scene.receiver.received.filter((message) => message.path.endsWith(path));
      expect(
        told.map(({ body }) => (JSON.parse(body) as { data: { facts: { number: number } } }).data.facts.number),
      ).toEqual(Array.from({ length: 40 }, (_, number) => number));
    }
  });
});
