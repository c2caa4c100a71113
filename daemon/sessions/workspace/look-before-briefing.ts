import { join } from 'node:path';
import { freshnessNote } from '#schema/documents/freshness/freshness-note.ts';
import type { SourcePin } from '#schema/documents/freshness/source-pin.ts';
import type { ClaimedEntry } from '../../launches/launch-entry.ts';
import type { LaunchLedger } from '../../launches/ledger.ts';
import type { DaemonLog } from '../../log.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import type { BriefingSource } from '../../runtimes/runtime-adapter.ts';
import { lookAgain } from './look-at-source.ts';
import { keepNotes } from '../offer-notes.ts';
import { reportPin } from './report-pin.ts';
import { WorkspaceTree } from './workspace-tree.ts';

interface Parts {
  readonly ledger: LaunchLedger;
  readonly outbox: Outbox;
  readonly log: DaemonLog;
}

/** What was seen of the workspace before the session: its tree, and the source with what differs from where it came from. */
export interface SeenBefore {
  /** Absent where git could not tell: then no files are reported. */
  readonly baseTree: { readonly baseTree?: string };
  readonly source: BriefingSource;
}

/**
 * Looks at the workspace before a session is briefed: takes its tree, pins where its repository stands, and holds it
 * against the pin of the package that briefs it. What git cannot tell is said in the log, and the session begins anyway.
 */
export async function lookBeforeBriefing(
  parts: Parts,
  entry: ClaimedEntry,
  source: BriefingSource,
  pin: SourcePin | null,
): Promise<SeenBefore> {
  const { ledger, outbox, log } = parts;
  const { launchId, session } = entry;
  const folder = await ledger.attemptFolder(entry);
  await keepNotes(session.workspace, folder, outbox);
  const isPinned = source.kind === 'HANDOFF' && pin !== null;
  try {
    const tree = new WorkspaceTree(session.workspace, join(folder, 'git'));
    const taken = await tree.take();
    await reportPin({ outbox }, entry, { tree, taken, touched: [] });
    if (!isPinned) return { baseTree: { baseTree: taken }, source };
    const look = outbox.clean(await lookAgain({ tree, taken }, pin, source.document.relevant_files));
    const { handoffId, version: packageVersion } = source;
    await outbox.put({ kind: 'FRESHNESS', launchId, sessionId: session.sessionId, handoffId, packageVersion, look });
    return { baseTree: { baseTree: taken }, source: { ...source, freshness: freshnessNote(pin, look) } };
  } catch (error) {
    log.warn({ err: error, launchId }, 'the workspace could not be looked at; its files are not reported');
    return { baseTree: {}, source: isPinned ? { ...source, freshness: freshnessNote(pin, null) } : source };
  }
}
