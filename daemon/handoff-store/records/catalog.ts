import { randomUUID } from 'node:crypto';
import { basename } from 'node:path';
import { Folder } from '../files/folder.ts';
import type { HandoffStore } from '../store.ts';
import { StoreError } from '../store-error.ts';
import type { ManifestV1 } from './manifest.ts';
import { readManifest } from './read-record.ts';

const LINE = /^[0-9a-f-]{36} \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\n$/;
const ID_BYTES = 36;
const LINE_BYTES = 58;
/** Far more lines than records: a catalog of this size is written anew. */
const MAX_CATALOG_BYTES = 64 * 1024 * 1024;

/**
 * When each of some records of a project was created, by id, and more that the catalog knows; the empty text for a
 * damaged one. The truth is the folder: a name in it is a record. The catalog beside it is a cache of one line a record,
 * `<id> <created_at>`, appended to by whoever publishes; it saves opening every manifest to put records in order. What
 * it lacks is read from the manifests, what it has too much is passed over, and a file that is not of this form is
 * written anew with the lines of `ids`. A plain file serves because a line is written in one piece and no line changes.
 */
export function momentsOf(
  store: HandoffStore,
  project: Folder,
  handoffs: Folder,
  ids: readonly string[],
): ReadonlyMap<string, string> {
  using folder = openCatalogs(store);
  const cached = folder === undefined ? undefined : readCatalog(folder, project);
  const moments = cached ?? new Map<string, string>();
  let added = '';
  for (const handoffId of ids) {
    if (moments.has(handoffId)) continue;
    const createdAt = createdAtOf(handoffs, handoffId);
    if (createdAt !== '') added += lineOf(handoffId, createdAt);
    moments.set(handoffId, createdAt);
  }
  if (folder !== undefined && cached === undefined) rewrite(folder, project, added);
  else if (folder !== undefined && added !== '') tolerated(() => folder.append(fileOf(project), added));
  return moments;
}

/** Tells the catalog of a new record. It is a cache, so what cannot be told is found out by the next list. */
export function appendToCatalog({ places }: HandoffStore, project: Folder, manifest: ManifestV1): void {
  tolerated(() => {
    using root = Folder.make(places.state);
    using folder = root.makeFolder('catalogs');
    folder.append(fileOf(project), lineOf(manifest.handoff_id, manifest.created_at));
  });
}

/** Reading makes no folder: without one the order is found out each time. */
function openCatalogs({ places }: HandoffStore): Folder | undefined {
  return tolerated(() => {
    using root = Folder.open(places.state);
    return root?.folder('catalogs');
  });
}

/** Undefined when the file is not of the form; empty when there is none. */
function readCatalog(folder: Folder, project: Folder): Map<string, string> | undefined {
  const bytes = tolerated(() => folder.read(fileOf(project), MAX_CATALOG_BYTES) ?? Buffer.alloc(0));
  return bytes === undefined ? undefined : parseCatalog(bytes);
}

/** The moments of creation by id; undefined for what is no catalog. */
function parseCatalog(bytes: Buffer): Map<string, string> | undefined {
  const text = bytes.toString('latin1');
  const known = new Map<string, string>();
  for (let at = 0; at < text.length; at += LINE_BYTES) {
    const line = text.slice(at, at + LINE_BYTES);
    if (!LINE.test(line)) return undefined;
    known.set(line.slice(0, ID_BYTES), line.slice(ID_BYTES + 1, -1));
  }
  return known;
}

/** Whether every catalog in a folder is one; the next list writes anew one that is not. */
export function areCatalogs(folder: Folder): boolean {
  const files = folder.names().filter((name) => name.endsWith('.txt'));
  return files.every((name) => parseCatalog(folder.read(name, MAX_CATALOG_BYTES) ?? Buffer.alloc(0)) !== undefined);
}

function rewrite(folder: Folder, project: Folder, lines: string): void {
  const draft = `.new-${randomUUID()}`;
  tolerated(() => {
    folder.writeNew(draft, Buffer.from(lines));
    folder.replace(draft, fileOf(project));
  });
}

/** When a record was created, by its manifest; the empty text for a damaged one. */
export function createdAtOf(handoffs: Folder, handoffId: string): string {
  return tolerated(() => readManifest(handoffs, handoffId)?.created_at) ?? '';
}

/** A cache that cannot be used is done without: undefined then. What is no word of the file system is thrown on. */
function tolerated<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    if (error instanceof StoreError) return undefined;
    throw error;
  }
}

const fileOf = (project: Folder): string => `${basename(project.path)}.txt`;
const lineOf = (handoffId: string, createdAt: string): string => `${handoffId} ${createdAt}\n`;
