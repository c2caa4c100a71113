import { createHash } from 'node:crypto';
import type { Folder } from '../files/folder.ts';
import { parseJson } from '../files/parse-json.ts';
import { MAX_MANIFEST_BYTES, MAX_STORED_BYTES } from '../limits.ts';
import { StoreError } from '../store-error.ts';
import { DOCUMENT_FILE, MANIFEST_FILE, type ManifestV1, manifestV1 } from './manifest.ts';

/** A document with its manifest, the hash having been compared. */
export interface StoredRecord {
  readonly manifest: ManifestV1;
  readonly document: string;
  readonly bytes: number;
}

/** The manifest of one record; undefined when there is no such record. Throws CORRUPT, UNSAFE. */
export function readManifest(handoffs: Folder, handoffId: string): ManifestV1 | undefined {
  using record = handoffs.folder(handoffId);
  return record === undefined ? undefined : manifestIn(record, handoffId);
}

/** One record; undefined when there is none. Throws CORRUPT when it is not what was stored, UNSAFE. */
export function readRecord(handoffs: Folder, handoffId: string): StoredRecord | undefined {
  using record = handoffs.folder(handoffId);
  if (record === undefined) return undefined;
  const manifest = manifestIn(record, handoffId);
  const bytes = record.read(DOCUMENT_FILE, MAX_STORED_BYTES);
  if (bytes === undefined) throw corrupt(record.path, 'its document is missing');
  if (createHash('sha256').update(bytes).digest('hex') !== manifest.sha256) {
    throw corrupt(record.path, 'its document is not the one whose hash was recorded');
  }
  return { manifest, document: decoded(bytes, record.path), bytes: bytes.length };
}

/** Bytes of the document of a record that cannot be read, as far as they would have been read; 0 where none is found. */
export function storedBytes(handoffs: Folder, handoffId: string): number {
  try {
    using record = handoffs.folder(handoffId);
    return Math.min(record?.stat(DOCUMENT_FILE)?.size ?? 0, MAX_STORED_BYTES);
  } catch (error) {
    if (error instanceof StoreError) return 0;
    throw error;
  }
}

function manifestIn(record: Folder, handoffId: string): ManifestV1 {
  const bytes = record.read(MANIFEST_FILE, MAX_MANIFEST_BYTES);
  const manifest = bytes === undefined ? undefined : parseJson(bytes, manifestV1);
  if (manifest?.handoff_id === handoffId) return manifest;
  throw corrupt(record.path, bytes === undefined ? 'its manifest is missing' : 'its manifest is none');
}

function decoded(bytes: Buffer, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw corrupt(path, 'its document is no UTF-8 text');
  }
}

function corrupt(path: string, why: string): StoreError {
  return new StoreError(
    'CORRUPT',
    `The record in ${path} is damaged: ${why}.`,
    'Import it again from a bundle, or do without it.',
  );
}
