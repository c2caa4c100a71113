import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { outboundPolicy } from '#server/webhooks/outbound/outbound-policy.ts';
import { addMachine, addMember, newKey } from '#tests/support/cast.ts';
import { type WebhookReceiver, webhookReceiver } from '#tests/support/scenes/webhook-receiver.ts';
import { type WebhookScene, webhookScene } from '#tests/support/scenes/webhook-scene.ts';

/** What each host name leads to; a name that is not here leads nowhere. */
const names = new Map<string, readonly string[]>();
let looked: string[] = [];
let scene: WebhookScene;
let inner: WebhookReceiver;

const lax = outboundPolicy({ networks: ['127.0.0.1/32'], allowHttp: true });
const policy = {
  resolve: async (host: string): Promise<readonly string[]> => {
    looked.push(host);
    const addresses = names.get(host);
    if (addresses === undefined) throw Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    return addresses;
  },
};

beforeAll(async () => {
  [scene, inner] = await Promise.all([webhookScene(policy), webhookReceiver()]);
});
afterAll(async () => {
  await inner[Symbol.asyncDispose]();
  await scene[Symbol.asyncDispose]();
});
beforeEach(() => {
  looked = [];
});
afterEach(() => {
  scene.receiver.received.length = 0;
  inner.received.length = 0;
});

/** Sends one trial message to a URL and gives what came of it. */
async function attempt(url: string) {
  const { webhookId } = await scene.create({ url });
  const { webhooks } = scene.test.app.services;
  await webhooks.disableWebhook(scene.test.owner, { webhookId });
  const { deliveryId } = await webhooks.testWebhook(scene.test.owner, { webhookId, idempotencyKey: newKey() });
  await scene.dispatcher.drain();
  return scene.test.app.prisma.webhookAttempt.findFirstOrThrow({ where: { deliveryId } });
}

const portOf = (receiver: WebhookReceiver) => new URL(receiver.url).port;

describe('a message', () => {
  it('goes to the very address that was checked: the name is looked up once, by us', async () => {
    names.set('receiver.test', ['127.0.0.1']);
    const { status, problem } = await attempt(`http://receiver.test:${portOf(scene.receiver)}/hook`);
    expect([status, problem]).toEqual([204, null]);
    expect(looked).toEqual(['receiver.test']);
    expect(scene.receiver.received[0]?.headers['host']).toBe(`receiver.test:${portOf(scene.receiver)}`);
  });

  it.each([
    ['a name that leads to loopback', ['127.0.0.2']],
    ['a name that leads to the metadata of a cloud', ['169.254.169.254']],
    ['a name with a private address beside a good one', ['127.0.0.1', '10.0.0.1']],
    ['an IPv4-mapped address', ['::ffff:127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['a unique local address', ['fd00:ec2::254']],
    ['a link-local address with its zone', ['fe80::1%lo']],
  ])('does not go to %s', async (_what, addresses) => {
    names.set('rebound.test', addresses);
    const { status, problem, durationMs } = await attempt(`http://rebound.test:${portOf(scene.receiver)}/hook`);
    expect([status, problem]).toEqual([null, 'ADDRESS_REFUSED']);
    expect(durationMs).toBeLessThan(5_000);
    expect(scene.receiver.received).toEqual([]);
  });

  it('does not follow a redirect, wherever it leads', async () => {
    scene.receiver.answer = (_message, response) => void response.writeHead(307, { location: inner.url }).end();
    const { status, problem } = await attempt(scene.receiver.url);
    expect([status, problem]).toEqual([307, 'REDIRECTED']);
    expect(inner.received).toEqual([]);
  });

  it('is not held up by an answer without end, of which only the beginning is kept', async () => {
    scene.receiver.answer = (_message, response) => {
      const flood = (): void => {
        while (response.write('x'.repeat(65_536)));
        response.once('drain', flood);
      };
      response.writeHead(200);
      flood();
    };
    const { status, answer } = await attempt(scene.receiver.url);
    expect([status, answer]).toEqual([200, 'x'.repeat(500)]);
  });

  it('says what stood in its way: no such name, nobody there, a broken connection, no TLS', async () => {
    expect(await attempt('http://nowhere.test/')).toMatchObject({ problem: 'NAME_NOT_FOUND' });
    const gone = await webhookReceiver();
    await gone[Symbol.asyncDispose]();
    expect(await attempt(gone.url)).toMatchObject({ problem: 'CONNECTION_REFUSED' });
    scene.receiver.answer = (_message, response) => void response.destroy();
    expect(await attempt(scene.receiver.url)).toMatchObject({ problem: 'CONNECTION_LOST', status: null });
    const { problem } = await attempt(scene.receiver.url.replace('http:', 'https:'));
    expect(problem).toBe('TLS_FAILED');
  });

  it('with a huge head is refused as a broken answer', async () => {
    scene.receiver.answer = (_message, response) =>
      void response.writeHead(200, { 'x-long': 'y'.repeat(40_000) }).end();
    expect(await attempt(scene.receiver.url)).toMatchObject({ problem: 'CONNECTION_LOST' });
  });
});

describe('a server whose operator allows nothing', () => {
  it('refuses http and private addresses when a webhook is set up, and again when it sends', async () => {
    await using strict = await webhookScene({ ...outboundPolicy(), resolve: lax.resolve });
    for (const url of [
      strict.receiver.url,
      'https://127.0.0.1/',
      'https://[::ffff:7f00:1]/',
      'https://user:pw@example.com/',
    ]) {
      await expect(strict.create({ url })).rejects.toMatchObject({ code: 'VALIDATION_FAILED', field: 'url' });
    }
    const { webhookId } = await strict.create({ url: 'https://localhost/' });
    const sent = async () => {
      const { webhooks } = strict.test.app.services;
      const { deliveryId } = await webhooks.testWebhook(strict.test.owner, { webhookId, idempotencyKey: newKey() });
      await strict.dispatcher.drain();
      return strict.test.app.prisma.webhookAttempt.findFirstOrThrow({ where: { deliveryId } });
    };
    expect(await sent()).toMatchObject({ problem: 'ADDRESS_REFUSED' });
    // As set up while the operator still allowed it.
    await strict.test.app.prisma.webhook.update({ where: { id: webhookId }, data: { url: strict.receiver.url } });
    expect(await sent()).toMatchObject({ problem: 'HTTPS_REQUIRED' });
    expect(strict.receiver.received).toEqual([]);
  });
});

describe('a webhook', () => {
  it('is for owners alone to set up and to see', async () => {
    const { app, owner } = scene.test;
    const member = await addMember(app, owner);
    const machine = await addMachine(app, owner, 'build-1');
    for (const { actor, secret } of [member, machine]) {
      const input = { name: 'x', url: 'https://example.com', idempotencyKey: newKey() };
      await expect(app.services.webhooks.createWebhook(actor, input)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      const { errors } = await scene.test.graphql('{ webhooks { edges { node { url } } } }', {}, secret);
      expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    }
  });

  it('shows its secret once: no row, event, answer or repeated answer holds it again', async () => {
    const input = { name: 'Told', url: 'https://example.com/', idempotencyKey: newKey() };
    const create = async () =>
      (
        await scene.test.graphql<{ createWebhook: { secret: string | null; webhook: { id: string } } }>(
          `mutation ($input: CreateWebhookInput!) { createWebhook(input: $input) {
            ... on CreateWebhookPayload { secret webhook { id } } } }`,
          { input },
        )
      ).data?.createWebhook;
    const first = await create();
    expect(first?.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(await create()).toEqual({ secret: null, webhook: first?.webhook });
    const tables = await scene.test.app.prisma.$queryRaw<{ text: string }[]>`
      SELECT query_to_xml('SELECT * FROM "' || table_name || '"', true, true, '')::text AS text
      FROM information_schema.tables WHERE table_schema = 'public'`;
    expect(tables.length).toBeGreaterThan(20);
    const key = first?.secret?.slice('whsec_'.length) ?? '';
    expect(tables.filter(({ text }) => text.includes('whsec_'))).toEqual([]);
    // The key itself has to lie somewhere, to be signed with: in a table of its own that nothing else reads.
    expect(tables.filter(({ text }) => text.includes(key)).length).toBeLessThanOrEqual(1);
  });
});
