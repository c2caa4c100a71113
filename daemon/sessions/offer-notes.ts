import { constants } from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClaimedEntry } from '../launches/launch-entry.ts';
import type { LaunchLedger } from '../launches/ledger.ts';
import type { DaemonLog } from '../log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import { offeredLines } from './offered-lines.ts';

/** The file in which a session that cannot reach Kernel leaves lines for the record, and what it was before. */
const NOTES_FILE = 'NOTES.md';
const KEPT_FILE = 'notes-before';
/** Most lines that are offered, and most bytes of the file that are read. */
const MAX_OFFERS = 50;
const MAX_BYTES = 256 * 1024;
/** Not there, a link, or not for this account. */
const NOT_TO_READ: ReadonlySet<string> = new Set(['ENOENT', 'ELOOP', 'ENOTDIR', 'EACCES']);

interface Parts {
  readonly ledger: LaunchLedger;
  readonly outbox: Outbox;
  readonly log: DaemonLog;
}

/** Keeps what the notes say before a session, without secrets, so that lines of earlier ones are not taken for its own. */
export async function keepNotes(workspace: string, folder: string, outbox: Pick<Outbox, 'clean'>): Promise<void> {
  const notes = outbox.clean(await notesAt(join(workspace, NOTES_FILE)));
  await writeFile(join(folder, KEPT_FILE), notes, { mode: 0o600 });
}

/**
 * Offers to the record the `Decision:` and `Blocker:` lines that a session left in its notes, and those of its last message
 * where its sync mode lets text out. A person decides whether they become records. What cannot be read is said in the log.
 */
export async function offerNotes(
  { ledger, outbox, log }: Parts,
  entry: ClaimedEntry,
  lastWords: string,
): Promise<void> {
  const { launchId, session } = entry;
  try {
    const before = await notesAt(join(await ledger.attemptFolder(entry), KEPT_FILE));
    const notes = outbox.clean(await notesAt(join(session.workspace, NOTES_FILE)));
    const said = session.syncMode === 'METADATA_ONLY' ? '' : outbox.clean(lastWords);
    const lines = [
      ...offeredLines(notes, before, (line) => `${NOTES_FILE}, line ${line}`),
      ...offeredLines(said, notes, () => 'its last message'),
    ];
    if (lines.length === 0) return;
    const offers = lines.slice(0, MAX_OFFERS);
    await outbox.put({ kind: 'OFFERS', launchId, sessionId: session.sessionId, offers });
  } catch (error) {
    log.warn({ err: error, launchId }, 'the notes of the session could not be read');
  }
}

/** A file of text, up to the bound; empty where there is none. A link is not followed: it may lead out of the workspace. */
async function notesAt(path: string): Promise<string> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    if (NOT_TO_READ.has(error.code ?? '')) return undefined;
    throw error;
  });
  if (file === undefined) return '';
  await using opened = file;
  if (!(await opened.stat()).isFile()) return '';
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
  return buffer.subarray(0, bytesRead).toString('utf8');
}
