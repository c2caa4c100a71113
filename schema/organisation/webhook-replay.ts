import { IDEMPOTENCY_KEY } from '../arguments/idempotency-key.ts';
import { builder } from '../builder.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';
import { WebhookDelivery } from './webhook.ts';
import { type OfWebhook, WebhookPayload } from './webhook-commands.ts';

const rights = { owner: true, scope: 'token.manage' } as const;
const refusals = { types: [...commonRefusals] };

const DeliveryPayload = builder.interfaceRef<{ deliveryId: string }>('WebhookDeliveryPayload').implement({
  description: 'A message that was put on its way.',
  fields: (t) => ({
    delivery: t.prismaField({
      type: WebhookDelivery,
      description: 'The delivery, as it stands now.',
      resolve: (query, { deliveryId: id }, _args, ctx) =>
        ctx.db.webhookDelivery.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

const TestWebhookInput = builder.inputType('TestWebhookInput', {
  description: 'What testWebhook needs.',
  fields: (t) => ({
    webhookId: t.id({ description: 'The webhook; a disabled one serves too.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const TestWebhookPayload = builder.objectRef<{ deliveryId: string }>('TestWebhookPayload').implement({
  description: 'The trial message.',
  interfaces: [DeliveryPayload],
});

builder.mutationField('testWebhook', (t) =>
  t.field({
    type: TestWebhookPayload,
    description: 'Sends a trial message, once and at once. Owners only.',
    authScopes: rights,
    errors: refusals,
    args: { input: t.arg({ type: TestWebhookInput, description: 'The webhook.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.webhooks.testWebhook(requireActor(ctx), input),
  }),
);

const ReplayDeliveryInput = builder.inputType('ReplayDeliveryInput', {
  description: 'What replayDelivery needs.',
  fields: (t) => ({
    deliveryId: t.id({ description: 'The delivery whose message is sent again.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const ReplayDeliveryPayload = builder.objectRef<{ deliveryId: string }>('ReplayDeliveryPayload').implement({
  description: 'The message that is sent again, as a delivery of its own.',
  interfaces: [DeliveryPayload],
});

builder.mutationField('replayDelivery', (t) =>
  t.field({
    type: ReplayDeliveryPayload,
    description: 'Sends one message again, with the same webhook-id, once and at once. Owners only.',
    authScopes: rights,
    errors: refusals,
    args: { input: t.arg({ type: ReplayDeliveryInput, description: 'The delivery.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.webhooks.replayDelivery(requireActor(ctx), input),
  }),
);

const ReplayWebhookInput = builder.inputType('ReplayWebhookInput', {
  description: 'What replayWebhook needs.',
  fields: (t) => ({
    webhookId: t.id({ description: 'The webhook.' }),
    since: t.field({ type: 'DateTime', description: 'From when on it is told again what it wants.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const ReplayWebhookPayload = builder.objectRef<OfWebhook & { events: number }>('ReplayWebhookPayload').implement({
  description: 'The webhook that was set back.',
  interfaces: [WebhookPayload],
  fields: (t) => ({
    events: t.exposeInt('events', { description: 'How many events of the log it goes through again.' }),
  }),
});

builder.mutationField('replayWebhook', (t) =>
  t.field({
    type: ReplayWebhookPayload,
    description: 'Tells a webhook again of everything since a moment that the log keeps, in order. Owners only.',
    authScopes: rights,
    errors: refusals,
    args: { input: t.arg({ type: ReplayWebhookInput, description: 'The webhook and the moment.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.webhooks.replayWebhook(requireActor(ctx), input),
  }),
);
