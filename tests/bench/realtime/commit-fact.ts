import type { App } from '#server/app.ts';
import { type Actor, recordedActor } from '#server/auth/actor.ts';
import { inTransaction } from '#server/db/transaction.ts';

/** Commits one fact about a work item. */
export async function commitFact(app: App, actor: Actor, workItemId: string): Promise<void> {
  const { organisationId } = actor;
  await inTransaction(app, async (tx) => {
    tx.record({ type: 'work_item.updated', organisationId, actor: recordedActor(actor), workItemId, data: {} });
  });
}
