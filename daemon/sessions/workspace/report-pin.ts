import type { ClaimedEntry } from '../../launches/launch-entry.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { pinOf, type Taken } from './look-at-source.ts';

/** Reports where the repository of a session's workspace stands; nothing without a repository or a commit. */
export async function reportPin(
  { outbox }: { readonly outbox: Outbox },
  { launchId, session: { sessionId } }: ClaimedEntry,
  { touched, ...taken }: Taken & { readonly touched: readonly string[] },
): Promise<void> {
  const takenAt = new Date().toISOString();
  const pin = await pinOf(taken, touched);
  if (pin !== undefined) await outbox.put({ kind: 'SOURCE_PIN', launchId, sessionId, pin, takenAt });
}
