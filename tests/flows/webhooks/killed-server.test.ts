import { afterAll, beforeAll, expect, it } from 'vitest';
import { addFacts } from '#tests/support/scenes/add-facts.ts';
import { newKey } from '#tests/support/cast.ts';
import { type ServerProcess, type ServerProcesses, serverProcesses } from '#tests/support/server/server-process.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { isSignedWith, type WebhookReceiver, webhookReceiver } from '#tests/support/scenes/webhook-receiver.ts';
import { outboundPolicy } from '#server/webhooks/outbound/outbound-policy.ts';

const FACTS = 60;
/** After how many messages a server is killed, each time. */
const KILL_AFTER = [10, 25, 40];

let test: TestApp;
let processes: ServerProcesses;
let receiver: WebhookReceiver;
beforeAll(async () => {
  const outbound = outboundPolicy({ networks: ['127.0.0.1/32'], allowHttp: true });
  [test, processes, receiver] = await Promise.all([createTestApp({ outbound }), serverProcesses(), webhookReceiver()]);
});
afterAll(async () => {
  await processes[Symbol.asyncDispose]();
  await receiver[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});

const start = () =>
  processes.start({
    DATABASE_URL: test.databaseUrl,
    KERNEL_LOG_LEVEL: 'fatal',
    KERNEL_WEBHOOK_NETWORKS: '127.0.0.1/32',
    KERNEL_WEBHOOK_HTTP: 'allow',
  });

/** The time that a dead server's lease still has, gone by. */
const leasesRunOut = () =>
  test.app.prisma.webhook.updateMany({ where: { leaseId: { not: null } }, data: { leasedUntil: new Date(0) } });

it('loses no event to kill -9, and tells them in order, whichever of two servers is left', async () => {
  const { secret } = await test.app.services.webhooks.createWebhook(test.owner, {
    ...{ name: 'Told', url: receiver.url, types: ['project.created'], idempotencyKey: newKey() },
  });
  let servers: ServerProcess[] = await Promise.all([start(), start()]);
  await addFacts(test.app, test.owner, FACTS);
  for (const count of KILL_AFTER) {
    // In the middle of a message: it came, its answer never goes out, and everybody who could know is killed.
    const caught = new Promise<void>((resolve) => {
      receiver.answer = (_message, response) => {
        if (receiver.received.length < count) response.writeHead(204).end();
        else resolve();
      };
    });
    await caught;
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    receiver.answer = (_message, response) => void response.writeHead(204).end();
    await leasesRunOut();
    servers = await Promise.all([start(), start()]);
  }
  const unique = () => [...new Set(receiver.received.map(({ messageId }) => messageId))];
  await expect.poll(unique, { timeout: 60_000 }).toHaveLength(FACTS);
  const log = await test.app.prisma.event.findMany({ where: { type: 'project.created' }, orderBy: { seq: 'asc' } });
  expect(unique()).toEqual(log.map(({ id }) => id));
  expect(receiver.received.every((message) => isSignedWith(secret ?? '', message))).toBe(true);
  // Each kill caught one message between its arrival and its answer: that one comes again, and nothing else does.
  expect(receiver.received).toHaveLength(FACTS + KILL_AFTER.length);
  for (const server of servers) expect(await server.end('SIGTERM')).toBe(0);
});
