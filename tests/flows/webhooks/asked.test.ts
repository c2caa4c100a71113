import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newKey } from '#tests/support/cast.ts';
import { isSignedWith } from '#tests/support/scenes/webhook-receiver.ts';
import { type WebhookScene, webhookScene } from '#tests/support/scenes/webhook-scene.ts';

const DAY_MS = 86_400_000;
const ONLY_FACTS = { types: ['project.created'] } as const;
let scene: WebhookScene;
beforeEach(async () => {
  scene = await webhookScene();
});
afterEach(() => scene[Symbol.asyncDispose]());

describe('what a person asks for', () => {
  it('is a trial message, which also a disabled webhook gets, once', async () => {
    const { webhookId, secret } = await scene.create(ONLY_FACTS);
    const { webhooks } = scene.test.app.services;
    await webhooks.disableWebhook(scene.test.owner, { webhookId });
    scene.receiver.answer = (_message, response) => void response.writeHead(404).end('no such hook');
    const { deliveryId } = await webhooks.testWebhook(scene.test.owner, { webhookId, idempotencyKey: newKey() });
    await scene.dispatcher.drain();
    scene.clock.advance(DAY_MS);
    await scene.dispatcher.drain();
    expect(scene.receiver.received.map(({ type }) => type)).toEqual(['webhook.test']);
    expect(isSignedWith(secret, scene.receiver.received[0] ?? never())).toBe(true);
    const { deliveries, failedAttempts } = await scene.look(webhookId);
    expect(failedAttempts).toBe(0);
    expect(deliveries).toEqual([
      {
        ...{ id: deliveryId, cause: 'TEST', state: 'FAILED', messageId: deliveryId, eventType: 'webhook.test' },
        attempts: [{ number: 1, status: 404, problem: null, answer: 'no such hook' }],
      },
    ]);
  });

  it('is one message again, or all since a moment, with the ids they had', async () => {
    const { webhookId } = await scene.create(ONLY_FACTS);
    const { webhooks } = scene.test.app.services;
    await scene.facts(2);
    scene.clock.advance(60_000);
    const since = scene.clock.now();
    await scene.facts(2, 2);
    await scene.dispatcher.drain();
    const first = (await scene.look(webhookId)).deliveries.at(-1) ?? never();
    await webhooks.replayDelivery(scene.test.owner, { deliveryId: first.id, idempotencyKey: newKey() });
    await scene.dispatcher.drain();
    const key = newKey();
    const replay = () => webhooks.replayWebhook(scene.test.owner, { webhookId, since, idempotencyKey: key });
    expect(await replay()).toEqual({ webhookId, events: 2 });
    expect(await replay()).toEqual({ webhookId, events: 2 });
    await scene.dispatcher.drain();
    expect(scene.numbers()).toEqual([0, 1, 2, 3, 0, 2, 3]);
    const ids = scene.receiver.received.map(({ messageId }) => messageId);
    expect([ids[4], ids[5], ids[6]]).toEqual([ids[0], ids[2], ids[3]]);
  });

  it('is another secret: for a while both sign, then the new one alone', async () => {
    const { webhookId, secret: old } = await scene.create(ONLY_FACTS);
    const input = { webhookId, overlapHours: 1, idempotencyKey: newKey() };
    const rotated = await scene.test.app.services.webhooks.rotateWebhookSecret(scene.test.owner, input);
    const fresh = rotated.secret ?? '';
    await scene.facts(1);
    await scene.dispatcher.drain();
    const [both] = scene.receiver.received;
    expect([old, fresh].map((secret) => isSignedWith(secret, both ?? never()))).toEqual([true, true]);
    scene.clock.advance(3_600_000);
    await scene.facts(1, 1);
    await scene.dispatcher.drain();
    const after = scene.receiver.received[1] ?? never();
    expect(after.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    const repeated = await scene.test.app.services.webhooks.rotateWebhookSecret(scene.test.owner, input);
    expect(repeated.secret).toBeNull();
  });

  it('is another URL or filter, at once', async () => {
    const { webhookId } = await scene.create({ ...ONLY_FACTS, url: `${scene.receiver.url}/old` });
    const { webhooks } = scene.test.app.services;
    await scene.facts(1);
    scene.receiver.answer = ({ path }, response) => void response.writeHead(path.endsWith('old') ? 500 : 200).end();
    await scene.dispatcher.drain();
    await webhooks.updateWebhook(scene.test.owner, { webhookId, url: scene.receiver.url });
    await scene.dispatcher.drain();
    expect(scene.numbers()).toEqual([0, 0]);
    await webhooks.updateWebhook(scene.test.owner, { webhookId, types: ['work_item.created'] });
    await scene.facts(1, 1);
    await scene.dispatcher.drain();
    expect(scene.numbers()).toHaveLength(2);
  });

  it('is no webhook any more: its deliveries and secrets go with it', async () => {
    const { webhookId } = await scene.create(ONLY_FACTS);
    await scene.facts(1);
    await scene.dispatcher.drain();
    await scene.test.app.services.webhooks.deleteWebhook(scene.test.owner, { webhookId });
    await scene.facts(1, 1);
    await scene.dispatcher.drain();
    expect(scene.numbers()).toEqual([0]);
    const { prisma } = scene.test.app;
    const left = [prisma.webhook.count(), prisma.webhookSecret.count(), prisma.webhookDelivery.count()];
    expect(await Promise.all([...left, prisma.webhookAttempt.count()])).toEqual([0, 0, 0, 0]);
  });
});

function never(): never {
  throw new Error('there is none');
}
