import { createFakeClock } from '#server/clock.ts';
import { WebhookDispatcher } from '#server/webhooks/delivery/webhook-dispatcher.ts';
import { type OutboundPolicy, outboundPolicy } from '#server/webhooks/outbound/outbound-policy.ts';
import { addFacts } from './add-facts.ts';
import { newKey } from '../cast.ts';
import { createTestApp, type TestApp } from '../server/test-app.ts';
import { webhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const WEBHOOK = `query ($id: ID!) { webhook(id: $id) { state disabledReason failedAttempts nextAttemptAt
  deliveries(first: 50) { edges { node { id cause state messageId eventType
    attempts { number status problem answer } } } } } }`;

interface WebhookNode {
  readonly state: string;
  readonly disabledReason: string | null;
  readonly failedAttempts: number;
  readonly nextAttemptAt: string | null;
}

/** One delivery as the API shows it. */
interface Delivery {
  readonly id: string;
  readonly cause: string;
  readonly state: string;
  readonly messageId: string;
  readonly eventType: string;
  readonly attempts: { number: number; status: number | null; problem: string | null; answer: string | null }[];
}

/** A server that may send to this machine, a receiver there, and a clock that goes on when it is told to. */
export interface WebhookScene extends AsyncDisposable {
  readonly test: TestApp;
  readonly receiver: WebhookReceiver;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly dispatcher: WebhookDispatcher;
  /** Commits facts of the type project.created, numbered. */
  facts(count: number, from?: number): Promise<void>;
  /** The numbers of the facts that the receiver was told of, in order. */
  numbers(): number[];
  /** The webhook as its owner sees it, with its newest deliveries. */
  look(id: string): Promise<WebhookNode & { readonly deliveries: readonly Delivery[] }>;
  /** Sets up a webhook to the receiver, or as said. */
  create(input?: Partial<Parameters<TestApp['app']['services']['webhooks']['createWebhook']>[1]>): Promise<{
    readonly webhookId: string;
    readonly secret: string;
  }>;
}

/** Sets the scene. The clock begins now, since receivers check how old a message is. */
export async function webhookScene(outbound: Partial<OutboundPolicy> = {}): Promise<WebhookScene> {
  const clock = createFakeClock(new Date());
  const policy = { ...outboundPolicy({ networks: ['127.0.0.1/32'], allowHttp: true }), ...outbound };
  const [test, receiver] = await Promise.all([createTestApp({ clock, outbound: policy }), webhookReceiver()]);
  const dispatcher = new WebhookDispatcher(test.app, test.app.log);
  return {
    ...{ test, receiver, clock, dispatcher },
    facts: (count, from = 0) => addFacts(test.app, test.owner, count, from),
    numbers: () =>
      receiver.received.map(
        ({ body }) => (JSON.parse(body) as { data: { facts: { number: number } } }).data.facts.number,
      ),
    async look(id) {
      const { data } = await test.graphql<{ webhook: WebhookNode & { deliveries: { edges: { node: Delivery }[] } } }>(
        WEBHOOK,
        { id },
      );
      if (data === null) throw new Error('no such webhook');
      return { ...data.webhook, deliveries: data.webhook.deliveries.edges.map(({ node }) => node) };
    },
    async create(input = {}) {
      const given = { name: 'Told', url: receiver.url, idempotencyKey: newKey(), ...input };
      const { webhookId, secret } = await test.app.services.webhooks.createWebhook(test.owner, given);
      return { webhookId, secret: secret ?? '' };
    },
    async [Symbol.asyncDispose]() {
      for (const owned of [dispatcher, receiver, test]) await owned[Symbol.asyncDispose]();
    },
  };
}
