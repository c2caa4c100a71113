import { createHash } from 'node:crypto';
import type { Folder } from '../files/folder.ts';
import { parseJson } from '../files/parse-json.ts';
import { MAX_MANIFEST_BYTES, MAX_STORED_BYTES } from '../limits.ts';
import { DOCUMENT_FILE, MANIFEST_FILE, type ManifestV1, manifestV1 } from '../records/manifest.ts';
import { StoreError } from '../store-error.ts';

export interface Bundle {
  readonly manifest: ManifestV1;
  readonly document: string;
}

/**
 * Reads a bundle: exactly a document and its manifest, both plain files, the hash of the one standing in the other.
 * Throws INVALID_BUNDLE for anything else, and UNSAFE for links.
 */
export function readBundle(folder: Folder): Bundle {
  const names = folder.names().sort().join(', ');
  if (names !== `${DOCUMENT_FILE}, ${MANIFEST_FILE}`) {
    throw invalidBundle(`it must hold exactly ${DOCUMENT_FILE} and ${MANIFEST_FILE}`);
  }
  const manifestBytes = folder.read(MANIFEST_FILE, MAX_MANIFEST_BYTES);
  const manifest = manifestBytes === undefined ? undefined : parseJson(manifestBytes, manifestV1);
  if (manifest === undefined) throw invalidBundle('its manifest is not of the known form');
  const bytes = folder.read(DOCUMENT_FILE, MAX_STORED_BYTES) ?? Buffer.alloc(0);
  if (createHash('sha256').update(bytes).digest('hex') !== manifest.sha256) {
    throw invalidBundle('its document is not the one whose hash stands in its manifest');
  }
  const document = bytes.toString('utf8');
  if (!Buffer.from(document).equals(bytes)) throw invalidBundle('its document is no UTF-8 text');
  return { manifest, document };
}

export function invalidBundle(why: string): StoreError {
  return new StoreError(
    'INVALID_BUNDLE',
    `The bundle was not imported: ${why}.`,
    'Export it again where it came from.',
  );
}
