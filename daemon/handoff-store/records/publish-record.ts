import { rmSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { clearLeftovers } from '../files/clear-leftovers.ts';
import type { Folder } from '../files/folder.ts';
import type { HandoffStore } from '../store.ts';
import { appendToCatalog } from './catalog.ts';
import { DOCUMENT_FILE, MANIFEST_FILE, type ManifestV1, manifestText } from './manifest.ts';

const UNFINISHED = 'new-';

/**
 * Puts a record in its place, whole or not at all: both files are written and synced in a folder aside, which then
 * takes the record's name in one step. That step fails when a record has the name, so nothing is ever replaced, and a
 * process killed anywhere before it leaves only a folder aside, which a later one clears away. Returns whether the name
 * was free. Throws NO_SPACE, UNWRITABLE, UNSAFE.
 */
export function publishRecord(
  store: HandoffStore,
  project: Folder,
  manifest: ManifestV1,
  document: Uint8Array,
): boolean {
  using staging = project.makeFolder('staging');
  using handoffs = project.makeFolder('handoffs');
  clearLeftovers(staging, UNFINISHED, store.now());
  const draft = `${UNFINISHED}${randomUUID()}`;
  let isNew = false;
  try {
    using record = staging.makeFolder(draft);
    record.writeNew(DOCUMENT_FILE, document);
    record.writeNew(MANIFEST_FILE, Buffer.from(manifestText(manifest)));
    record.sync();
    isNew = staging.moveFolder(draft, handoffs, manifest.handoff_id);
  } finally {
    if (!isNew) rmSync(staging.pathOf(draft), { recursive: true, force: true });
  }
  handoffs.sync();
  appendToCatalog(store, project, manifest);
  return isNew;
}
