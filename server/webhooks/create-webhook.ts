import { type Actor, recordedActor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { ConflictError } from '#server/errors.ts';
import { issueOnce, type Issued } from '#server/idempotency/issue-once.ts';
import { checkedText } from '#server/text-limits.ts';
import { checkedFilter, type WebhookFilterInput } from './checked-filter.ts';
import { checkedUrl } from './outbound/checked-url.ts';
import { requireWebhookRights } from './reach-webhook.ts';
import { addKey } from './signing/add-key.ts';

/** Most webhooks of an organisation. */
export const MAX_WEBHOOKS = 100;

export interface CreateWebhookInput extends WebhookFilterInput {
  name: string;
  url: string;
  idempotencyKey: string;
}

/**
 * Sets up a webhook, which is told of what happens from now on. The secret that its messages are signed with is in the
 * first answer alone. Owners only. Throws ForbiddenError, ValidationError for the name, the URL and the types,
 * NotFoundError for the work item and the project, ConflictError when the organisation has as many as it may.
 */
export async function createWebhook(
  ctx: CommandContext,
  actor: Actor,
  input: CreateWebhookInput,
): Promise<Issued<{ webhookId: string }>> {
  requireWebhookRights(actor);
  const name = checkedText('name', input.name, 'name');
  const url = checkedUrl(ctx.outbound, 'url', input.url);
  const { idempotencyKey: key, ...rest } = input;
  const { organisationId } = actor;
  return issueOnce(ctx, { actor, command: 'createWebhook', key, input: rest }, async (tx) => {
    // Locked until the commit: nothing happens between the place it begins at and its existence.
    const [{ lastEventSeq: seq } = { lastEventSeq: 0n }] = await tx.db.$queryRaw<{ lastEventSeq: bigint }[]>`
      SELECT "lastEventSeq" FROM "Organisation" WHERE "id" = ${organisationId} FOR UPDATE`;
    if ((await tx.db.webhook.count({ where: { organisationId } })) >= MAX_WEBHOOKS) {
      throw new ConflictError(`The organisation has ${MAX_WEBHOOKS} webhooks, which is the most. Delete one first.`);
    }
    const id = ctx.ids.next('whk');
    const filter = await checkedFilter(tx, actor, input);
    const by = recordedActor(actor);
    await tx.db.webhook.create({
      data: {
        ...{ id, organisationId, name, url, seq, ...filter },
        nextAttemptAt: tx.now,
        createdAt: tx.now,
        createdBy: { ...by },
      },
    });
    const secret = await addKey(tx, ctx, id);
    tx.record({ type: 'webhook.created', organisationId, actor: by, data: { webhookId: id } });
    return { stored: { webhookId: id }, secret };
  });
}
