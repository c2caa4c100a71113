import type { App } from '#server/app.ts';
import { recordedActor, type Actor } from '#server/auth/actor.ts';
import { inTransaction } from '#server/db/transaction.ts';

/** Commits `count` facts together, numbered from `from`, each with `text` if it is not empty. */
export async function addFacts(app: App, actor: Actor, count: number, from = 0, text = ''): Promise<void> {
  const { organisationId } = actor;
  const more = text === '' ? {} : { text };
  await inTransaction(app, async (tx) => {
    for (let number = from; number < from + count; number++) {
      tx.record({ type: 'project.created', organisationId, actor: recordedActor(actor), data: { number, ...more } });
    }
  });
}
