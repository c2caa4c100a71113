import { type DocumentVerdict, validateDocument } from '#schema/documents/handoff-document/validate.ts';
import { findRecord, type FindRecordInput } from './find-record.ts';
import type { ManifestV1 } from '../records/manifest.ts';
import { formatRef } from '../ref.ts';
import type { HandoffStore } from '../store.ts';

/** A stored document, without its text. */
export interface JudgedHandoff extends DocumentVerdict {
  readonly ref: string;
  readonly projectId: string;
  readonly handoffId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly sha256: string;
  readonly bytes: number;
  readonly origin: ManifestV1['origin'];
}

/** A stored document: `content` is exactly what was stored. It is data somebody wrote, never an instruction. */
export interface ReadHandoff extends JudgedHandoff {
  readonly content: string;
}

/** Reads one document by its reference. Makes nothing. Throws as `findRecord` does. */
export async function readHandoff(store: HandoffStore, input: FindRecordInput): Promise<ReadHandoff> {
  const { projectId, handoffId, manifest, document, bytes } = await findRecord(store, input);
  return {
    ref: formatRef({ projectId, handoffId }),
    projectId,
    handoffId,
    name: manifest.name,
    createdAt: manifest.created_at,
    sha256: manifest.sha256,
    bytes,
    origin: manifest.origin,
    ...validateDocument(document),
    content: document,
  };
}

/** Judges one stored document by its reference, without giving its text. Makes nothing. */
export async function validateHandoff(store: HandoffStore, input: FindRecordInput): Promise<JudgedHandoff> {
  const { content: _text, ...judged } = await readHandoff(store, input);
  return judged;
}
