import { MAX_DOCUMENT_BYTES } from '#schema/documents/handoff-document/sections.ts';
import { type DocumentVerdict, validateDocument } from '#schema/documents/handoff-document/validate.ts';
import type { HandoffStore } from '../store.ts';
import { invalidInput, type StoreError } from '../store-error.ts';

/** What is judged of a text that is not stored. */
export interface JudgedText extends DocumentVerdict {
  readonly bytes: number;
  /** Secrets that storing it would take out. */
  readonly redactedCount: number;
}

/** Judges a document before it is stored, by the same words and lines as storing does. Throws INVALID_INPUT. */
export function validateHandoffText(store: HandoffStore, content: string): JudgedText {
  const bytes = Buffer.byteLength(content);
  if (bytes > MAX_DOCUMENT_BYTES) throw tooLong();
  const { text, count } = store.redact(content);
  return { bytes, redactedCount: count, ...validateDocument(text) };
}

/** A document beyond the bound of one. */
export const tooLong = (): StoreError =>
  invalidInput(`content exceeds ${MAX_DOCUMENT_BYTES} bytes`, 'Leave out logs and transcripts; say where they lie.');
