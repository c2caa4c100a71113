import { afterAll, beforeAll, expect, it } from 'vitest';
import { isSignedWith } from '#tests/support/scenes/webhook-receiver.ts';
import { type WebhookScene, webhookScene } from '#tests/support/scenes/webhook-scene.ts';
import { kernelProcess, type KernelProcess } from '../support/cli/kernel.ts';

/** Each run of the command line is a process, and a story takes a dozen. */
const MANY_RUNS_MS = 120_000;
let scene: WebhookScene;
let kernel: KernelProcess;

beforeAll(async () => {
  scene = await webhookScene();
  scene.dispatcher.start();
  kernel = await kernelProcess({ KERNEL_SERVER_URL: scene.test.url, KERNEL_TOKEN: scene.test.ownerToken });
});
afterAll(async () => {
  for (const owned of [kernel, scene]) await owned[Symbol.asyncDispose]();
});

interface Listed {
  readonly webhooks: { id: string; url: string; state: string; types: string[] }[];
}

it(
  'sets a webhook up, tries it, shows what was sent, and sends it again',
  async () => {
    const made = await kernel.run(['webhook', 'create', 'ci', scene.receiver.url, '--type', 'project.created']);
    expect(made.out).toMatch(/^whsec_\S{44}\n$/);
    expect(made.err).toContain('shown once');
    const secret = made.out.trim();
    const { webhooks } = await kernel.json<Listed>(['webhook', 'list']);
    expect(webhooks).toMatchObject([{ url: scene.receiver.url, state: 'ENABLED', types: ['PROJECT_CREATED'] }]);
    const id = webhooks[0]?.id ?? '';
    const tried = await kernel.run(['webhook', 'test', id]);
    expect(tried).toMatchObject({ code: 0, out: expect.stringMatching(/^delivered: status 204, \d+ ms\n$/) as string });
    await kernel.run(['project', 'create', 'AUTH', 'Sign-in']);
    const told = () => scene.receiver.received.map(({ type }) => type);
    await expect.poll(told).toEqual(['webhook.test', 'project.created']);
    expect(scene.receiver.received.every((message) => isSignedWith(secret, message))).toBe(true);
    const delivered = () =>
      kernel.json<{ deliveries: { id: string; eventType: string }[] }>([
        ...['webhook', 'deliveries', id.slice(-8), '--state', 'delivered'],
      ]);
    await expect
      .poll(async () => (await delivered()).deliveries.map(({ eventType }) => eventType))
      .toEqual(['project.created', 'webhook.test']);
    const again = await kernel.run(['webhook', 'replay', (await delivered()).deliveries[0]?.id ?? '']);
    expect([again.code, told()]).toEqual([0, ['webhook.test', 'project.created', 'project.created']]);
    const since = await kernel.run(['webhook', 'replay', id, '--since', '2020-01-01T00:00:00Z']);
    expect(since.out).toContain('goes through 2 events of the log again');
    await expect.poll(told).toHaveLength(4);
  },
  MANY_RUNS_MS,
);

it(
  'changes, disables, enables, gives another secret, and removes it only when that is confirmed',
  async () => {
    const { webhooks } = await kernel.json<Listed>(['webhook', 'list']);
    const id = webhooks[0]?.id ?? '';
    expect((await kernel.run(['webhook', 'update', id, '--everything', '--name', 'all'])).code).toBe(0);
    expect((await kernel.run(['webhook', 'disable', id])).out).toBe(`${id} is disabled\n`);
    expect((await kernel.run(['webhook', 'show', id])).out).toContain('disabled (by_person)');
    expect((await kernel.run(['webhook', 'enable', id, '--skip-missed'])).out).toBe(`${id} is enabled\n`);
    expect((await kernel.run(['webhook', 'rotate', id, '--overlap-hours', '1'])).out).toMatch(/^whsec_/);
    const unconfirmed = await kernel.run(['webhook', 'delete', id]);
    expect([unconfirmed.code, unconfirmed.err.includes('--yes')]).toEqual([2, true]);
    expect((await kernel.run(['webhook', 'delete', id, '--yes'])).code).toBe(0);
    expect((await kernel.json<Listed>(['webhook', 'list'])).webhooks).toEqual([]);
  },
  MANY_RUNS_MS,
);

it(
  'says by its exit code what went wrong',
  async () => {
    const create = (url: string) => kernel.run(['webhook', 'create', 'x', url]);
    expect((await create('https://169.254.169.254/')).code).toBe(2);
    expect((await kernel.run(['webhook', 'show', 'whk_0198c3aa-0000-7000-8000-000000000000'])).code).toBe(3);
    await create(`${scene.receiver.url}/gone`);
    scene.receiver.answer = (_message, response) => void response.writeHead(404).end('no such hook');
    const { webhooks } = await kernel.json<Listed>(['webhook', 'list']);
    const failed = await kernel.run(['webhook', 'test', webhooks[0]?.id ?? '']);
    expect([failed.code, failed.out.startsWith('not delivered: status 404')]).toEqual([4, true]);
    expect(failed.err).toContain('no such hook');
  },
  MANY_RUNS_MS,
);
