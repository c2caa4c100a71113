import { type Actor, recordedActor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { ValidationError } from '#server/errors.ts';
import { issueOnce, type Issued } from '#server/idempotency/issue-once.ts';
import { lockWebhook } from './lock-webhook.ts';
import { requireWebhookRights } from './reach-webhook.ts';
import { addKey } from './signing/add-key.ts';

/** How long the key before goes on signing beside the new one when nothing else is said, and at most, in hours. */
export const DEFAULT_OVERLAP_HOURS = 24;
export const MAX_OVERLAP_HOURS = 168;
const HOUR_MS = 3_600_000;

export interface RotateWebhookSecretInput {
  webhookId: string;
  /** For how many hours messages are signed with the key before as well; 0 ends it at once. */
  overlapHours?: number | null | undefined;
  idempotencyKey: string;
}

/**
 * Gives a webhook another signing secret, shown in the first answer alone. For the overlap messages carry both signatures,
 * so that the receiver can change over without losing one. Owners only. Throws ForbiddenError, NotFoundError, and
 * ValidationError for `overlapHours`.
 */
export async function rotateWebhookSecret(
  ctx: CommandContext,
  actor: Actor,
  { idempotencyKey: key, ...input }: RotateWebhookSecretInput,
): Promise<Issued<{ webhookId: string }>> {
  requireWebhookRights(actor);
  const { webhookId } = input;
  const hours = input.overlapHours ?? DEFAULT_OVERLAP_HOURS;
  if (!Number.isInteger(hours) || hours < 0 || hours > MAX_OVERLAP_HOURS) {
    throw new ValidationError('overlapHours', `must be a whole number from 0 to ${MAX_OVERLAP_HOURS}`);
  }
  return issueOnce(ctx, { actor, command: 'rotateWebhookSecret', key, input }, async (tx) => {
    const { organisationId } = await lockWebhook(tx, actor, webhookId);
    const endsAt = new Date(tx.now.getTime() + hours * HOUR_MS);
    const sooner = { OR: [{ expiresAt: null }, { expiresAt: { gt: endsAt } }] };
    await tx.db.webhookSecret.deleteMany({ where: { webhookId, expiresAt: { lte: tx.now } } });
    await tx.db.webhookSecret.updateMany({ where: { webhookId, ...sooner }, data: { expiresAt: endsAt } });
    const secret = await addKey(tx, ctx, webhookId);
    const by = recordedActor(actor);
    tx.record({ type: 'webhook.secret_rotated', organisationId, actor: by, data: { webhookId, overlapHours: hours } });
    return { stored: { webhookId }, secret };
  });
}
