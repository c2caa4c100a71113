import { join } from 'node:path';
import { workspaceParts } from '#client/api/workspace-parts.ts';
import type { ClaimedEntry } from '../../launches/launch-entry.ts';
import type { LaunchLedger } from '../../launches/ledger.ts';
import type { DaemonLog } from '../../log.ts';
import type { Outbox } from '../../outbox/outbox.ts';
import { reportPin } from './report-pin.ts';
import { WorkspaceTree } from './workspace-tree.ts';

/** Most files that one session's report tells of; a package carries a hundred. */
const MAX_REPORTED = 20_000;

interface Parts {
  readonly ledger: LaunchLedger;
  readonly outbox: Outbox;
  readonly log: DaemonLog;
}

/**
 * Reports which files of the workspace are other than when the session began: paths and two counts, never a line of them;
 * and where its repository stands now. Nothing when the workspace is still as it was `reported`. Returns its tree.
 * A workspace that cannot be compared (no git, gone, too large) is said in the log; the session's end does not fail by it.
 */
export async function reportTouchedFiles(
  { ledger, outbox, log }: Parts,
  entry: ClaimedEntry,
  reported?: string,
): Promise<string | undefined> {
  const { launchId, baseTree, session } = entry;
  if (baseTree === undefined) return undefined;
  try {
    const tree = new WorkspaceTree(session.workspace, join(await ledger.attemptFolder(entry), 'git'));
    const taken = await tree.take();
    if (taken === reported) return taken;
    const files = await tree.compare(baseTree, taken);
    if (files.length > MAX_REPORTED) log.warn({ launchId, files: files.length }, 'too many touched files to tell all');
    for (const part of workspaceParts(files.slice(0, MAX_REPORTED))) {
      await outbox.put({ kind: 'WORKSPACE', launchId, sessionId: session.sessionId, files: part });
    }
    await reportPin({ outbox }, entry, { tree, taken, touched: files.map(({ path }) => path) });
    return taken;
  } catch (error) {
    log.warn({ err: error, launchId }, 'what the session touched could not be told');
    return undefined;
  }
}
