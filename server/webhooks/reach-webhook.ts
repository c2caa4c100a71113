import type { Prisma } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { requireOwner, requireScope } from '#server/auth/authorize.ts';
import { isRowId } from '#server/work/row-id.ts';

/** Refuses all but owners: a webhook tells somebody outside what happens in the whole organisation. */
export function requireWebhookRights(actor: Actor): void {
  requireOwner(actor);
  requireScope(actor, 'token.manage');
}

/** Where-clause for webhooks and their deliveries: an owner reaches the organisation's, anybody else none. */
export function reachWebhook({
  organisationId,
  role,
}: Actor): Prisma.WebhookWhereInput & Prisma.WebhookDeliveryWhereInput {
  return role === 'OWNER' ? { organisationId } : { organisationId, AND: [{ id: { in: [] } }] };
}

/** Where-clause for the webhook of this id; it matches nothing where the text cannot be one. */
export const webhookWhere = (actor: Actor, id: string): Prisma.WebhookWhereInput =>
  isRowId('whk', id) ? { AND: [{ id }, reachWebhook(actor)] } : { id: { in: [] } };
