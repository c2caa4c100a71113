import { ConflictError } from '#server/errors.ts';
import { builder } from '../builder.ts';
import { EventType } from '../events/event-type.ts';
import { ProjectRef } from '../work/project.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';
import { Webhook } from './webhook.ts';
import { WorkItemRef } from '../work/work-item.ts';

const SECRET = 'The signing secret (whsec_…), shown in this first answer alone; null in a repeated answer.';
const KEY = 'Makes a repeated request give the first answer, without a secret; a UUID serves.';
const rights = { owner: true, scope: 'token.manage' } as const;
const refusals = { types: [...commonRefusals] };

export interface OfWebhook {
  readonly webhookId: string;
}

/** What every payload has that is about a webhook. */
export const WebhookPayload = builder.interfaceRef<OfWebhook>('WebhookPayload').implement({
  description: 'The webhook that a command was about.',
  fields: (t) => ({
    webhook: t.prismaField({
      type: Webhook,
      description: 'The webhook, as it stands now.',
      resolve: (query, { webhookId: id }, _args, ctx) => ctx.db.webhook.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

const CreateWebhookInput = builder.inputType('CreateWebhookInput', {
  description: 'What createWebhook needs.',
  fields: (t) => ({
    name: t.string({ description: 'What to call it.' }),
    url: t.string({ description: 'Where to send; https, on the public internet unless the operator allows more.' }),
    types: t.field({ type: [EventType], required: false, description: 'Which kinds of facts; all when left out.' }),
    workItem: t.field({ type: WorkItemRef, required: false, description: 'Only what is about this work item.' }),
    project: t.field({
      type: ProjectRef,
      required: false,
      description: 'Only what is about work items of this project.',
    }),
    idempotencyKey: t.string({ description: KEY }),
  }),
});

const CreateWebhookPayload = builder
  .objectRef<OfWebhook & { secret: string | null }>('CreateWebhookPayload')
  .implement({
    description: 'The webhook that was set up.',
    interfaces: [WebhookPayload],
    fields: (t) => ({ secret: t.exposeString('secret', { nullable: true, description: SECRET }) }),
  });

builder.mutationField('createWebhook', (t) =>
  t.field({
    type: CreateWebhookPayload,
    description: 'Sets up a webhook, which is told of what happens from now on. Owners only.',
    authScopes: rights,
    errors: { types: [...commonRefusals, ConflictError] },
    args: { input: t.arg({ type: CreateWebhookInput, description: 'The webhook.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.webhooks.createWebhook(requireActor(ctx), input),
  }),
);

const UpdateWebhookInput = builder.inputType('UpdateWebhookInput', {
  description: 'What updateWebhook needs; what is left out stays.',
  fields: (t) => ({
    webhookId: t.id({ description: 'The webhook.' }),
    name: t.string({ required: false, description: 'What to call it.' }),
    url: t.string({ required: false, description: 'Where to send.' }),
    types: t.field({ type: [EventType], required: false, description: 'Which kinds of facts; null or none for all.' }),
    workItem: t.field({ type: WorkItemRef, required: false, description: 'Only this work item; null for all.' }),
    project: t.field({ type: ProjectRef, required: false, description: 'Only this project; null for all.' }),
  }),
});

const UpdateWebhookPayload = builder.objectRef<OfWebhook>('UpdateWebhookPayload').implement({
  description: 'The webhook that was changed.',
  interfaces: [WebhookPayload],
});

builder.mutationField('updateWebhook', (t) =>
  t.field({
    type: UpdateWebhookPayload,
    description: 'Changes what a webhook is told, or where. The event that is due is tried again at once. Owners only.',
    authScopes: rights,
    errors: refusals,
    args: { input: t.arg({ type: UpdateWebhookInput, description: 'The change.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.webhooks.updateWebhook(requireActor(ctx), input),
  }),
);

const EnableWebhookInput = builder.inputType('EnableWebhookInput', {
  description: 'What enableWebhook needs.',
  fields: (t) => ({
    webhookId: t.id({ description: 'The webhook.' }),
    skipMissed: t.boolean({
      required: false,
      description: 'Go on with what happens from now on, instead of where it stopped.',
    }),
  }),
});

const EnableWebhookPayload = builder.objectRef<OfWebhook & { lost: number }>('EnableWebhookPayload').implement({
  description: 'The webhook that is told of events again.',
  interfaces: [WebhookPayload],
  fields: (t) => ({
    lost: t.exposeInt('lost', { description: 'How many events since it stopped are no longer in the log.' }),
  }),
});

builder.mutationField('enableWebhook', (t) =>
  t.field({
    type: EnableWebhookPayload,
    description: 'Tells a webhook of events again, from where it stopped. Owners only.',
    authScopes: rights,
    errors: refusals,
    args: { input: t.arg({ type: EnableWebhookInput, description: 'The webhook.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.webhooks.enableWebhook(requireActor(ctx), input),
  }),
);

const DisableWebhookInput = builder.inputType('DisableWebhookInput', {
  description: 'What disableWebhook needs.',
  fields: (t) => ({ webhookId: t.id({ description: 'The webhook.' }) }),
});

const DisableWebhookPayload = builder.objectRef<OfWebhook>('DisableWebhookPayload').implement({
  description: 'The webhook that is told nothing now.',
  interfaces: [WebhookPayload],
});

builder.mutationField('disableWebhook', (t) =>
  t.field({
    type: DisableWebhookPayload,
    description: 'Stops telling a webhook of events; its place in the log stays. Owners only.',
    authScopes: rights,
    errors: refusals,
    args: { input: t.arg({ type: DisableWebhookInput, description: 'The webhook.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.webhooks.disableWebhook(requireActor(ctx), input),
  }),
);

const DeleteWebhookInput = builder.inputType('DeleteWebhookInput', {
  description: 'What deleteWebhook needs.',
  fields: (t) => ({ webhookId: t.id({ description: 'The webhook.' }) }),
});

const DeleteWebhookPayload = builder.objectRef<OfWebhook>('DeleteWebhookPayload').implement({
  description: 'The webhook that was removed.',
  fields: (t) => ({ webhookId: t.exposeID('webhookId', { description: 'Its id, which names nothing any more.' }) }),
});

builder.mutationField('deleteWebhook', (t) =>
  t.field({
    type: DeleteWebhookPayload,
    description: 'Removes a webhook with its secrets and the log of its deliveries. Owners only.',
    authScopes: rights,
    errors: refusals,
    args: { input: t.arg({ type: DeleteWebhookInput, description: 'The webhook.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.webhooks.deleteWebhook(requireActor(ctx), input),
  }),
);

const RotateWebhookSecretInput = builder.inputType('RotateWebhookSecretInput', {
  description: 'What rotateWebhookSecret needs.',
  fields: (t) => ({
    webhookId: t.id({ description: 'The webhook.' }),
    overlapHours: t.int({
      required: false,
      description:
        'For how many hours messages carry the signature of the secret before as well, 0 to 168; 24 when left out.',
    }),
    idempotencyKey: t.string({ description: KEY }),
  }),
});

const RotateWebhookSecretPayload = builder
  .objectRef<OfWebhook & { secret: string | null }>('RotateWebhookSecretPayload')
  .implement({
    description: 'The webhook that got another secret.',
    interfaces: [WebhookPayload],
    fields: (t) => ({ secret: t.exposeString('secret', { nullable: true, description: SECRET }) }),
  });

builder.mutationField('rotateWebhookSecret', (t) =>
  t.field({
    type: RotateWebhookSecretPayload,
    description: 'Gives a webhook another signing secret; the one before signs too for a while. Owners only.',
    authScopes: rights,
    errors: refusals,
    args: { input: t.arg({ type: RotateWebhookSecretInput, description: 'The webhook.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.webhooks.rotateWebhookSecret(requireActor(ctx), input),
  }),
);
