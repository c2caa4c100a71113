import type { Outbox } from '../outbox/outbox.ts';
import type { ClaimedEntry } from './launch-entry.ts';
import type { LaunchLedger } from './ledger.ts';

/**
 * Says how a launch ended, and then notes that this was said. A daemon that finds `ending` in its ledger and no such note
 * does it again: the server takes the same end twice, but nothing of a launch after its end.
 */
export async function endLaunch(
  { ledger, outbox }: { readonly ledger: LaunchLedger; readonly outbox: Outbox },
  entry: ClaimedEntry,
  ending: NonNullable<ClaimedEntry['ending']>,
): Promise<void> {
  const { launchId, commandId, session } = entry;
  await ledger.write({ ...entry, ending });
  await outbox.put({ kind: 'ENDED', launchId, fence: session.fence, ...ending });
  await outbox.put({ kind: 'ACK', launchId, commandId });
  await ledger.write({ ...entry, ending, phase: 'ENDED' });
}
