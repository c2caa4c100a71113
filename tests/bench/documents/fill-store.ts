import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createHandoff, type HandoffStore, listHandoffs } from '#daemon/handoff-store/index.ts';
import { DOCUMENT_FILE, MANIFEST_FILE, manifestMoment, manifestText } from '#daemon/handoff-store/records/manifest.ts';

/** How many records are written at once. */
const AT_ONCE = 64;
/** When the oldest document was written; each later one follows a minute behind. */
const FIRST_MS = Date.UTC(2026, 0, 1);

/**
 * Fills the project of a workspace with documents as `createHandoff` leaves them, catalog included, without its waiting
 * for the disk at each: nothing that is measured here depends on that. Returns their references. Throws when the store
 * counts another number of documents than there are now.
 */
export async function fillStore(
  store: HandoffStore,
  workspace: string,
  contents: readonly string[],
): Promise<readonly string[]> {
  const [first = '', ...others] = contents;
  const { projectId, ref } = await createHandoff(store, { workspace, name: 'bench.md', content: first });
  const refs = [ref];
  for (let at = 0; at < others.length; at += AT_ONCE) {
    const some = others.slice(at, at + AT_ONCE);
    const moment = (index: number) => new Date(FIRST_MS + (at + index) * 60_000);
    refs.push(...(await Promise.all(some.map((content, index) => put(store, projectId, content, moment(index))))));
  }
  const { totalCount } = await listHandoffs(store, { workspace });
  if (totalCount !== contents.length)
    throw new Error(`The store counts ${totalCount} of ${contents.length} documents.`);
  return refs;
}

async function put(store: HandoffStore, projectId: string, content: string, createdAt: Date): Promise<string> {
  const handoffId = store.newId();
  const folder = join(store.places.data, 'projects', projectId, 'handoffs', handoffId);
  const manifest = manifestText({
    schema_version: 1,
    handoff_id: handoffId,
    name: 'bench.md',
    created_at: manifestMoment(createdAt),
    sha256: createHash('sha256').update(content).digest('hex'),
    origin: { project_id: projectId, handoff_id: handoffId, kind: 'create' },
  });
  await mkdir(folder, { mode: 0o700 });
  await writeFile(join(folder, DOCUMENT_FILE), content, { mode: 0o600 });
  await writeFile(join(folder, MANIFEST_FILE), manifest, { mode: 0o600 });
  return `handoff://${projectId}/${handoffId}`;
}
