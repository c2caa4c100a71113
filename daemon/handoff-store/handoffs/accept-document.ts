import { renderState } from '#schema/documents/handoff-document/render-state.ts';
import { MAX_DOCUMENT_BYTES } from '#schema/documents/handoff-document/sections.ts';
import { documentStateV1 } from '#schema/documents/handoff-document/state-v1.ts';
import { validateDocument } from '#schema/documents/handoff-document/validate.ts';
import type { HandoffStore } from '../store.ts';
import { invalidInput, StoreError } from '../store-error.ts';
import { tooLong } from './validate-text.ts';

/** A document as a caller gives it: the text, or the structured state it is rendered from. */
export interface DocumentInput {
  readonly content?: string;
  /** `DocumentStateV1`; judged here, as it comes from outside. */
  readonly state?: unknown;
}

/** A document that may be stored: free of secrets, valid, bounded. */
export interface AcceptedDocument {
  readonly text: string;
  readonly bytes: Buffer;
  /** Secrets that were taken out. */
  readonly redactedCount: number;
}

/**
 * Makes what a caller gave into a document that may be stored: renders a state, takes secrets out, and judges. Throws
 * INVALID_INPUT for both or neither, or a state of another form, and INVALID_DOCUMENT with every fault and its line.
 */
export function acceptDocument(store: HandoffStore, { content, state }: DocumentInput): AcceptedDocument {
  if ((content === undefined) === (state === undefined)) {
    throw invalidInput(
      'provide exactly one of content or state',
      'Give the whole document as content, or its parts as state.',
    );
  }
  const given = content ?? renderState(parsedState(state));
  if (Buffer.byteLength(given) > MAX_DOCUMENT_BYTES) throw tooLong();
  const { text, count } = store.redact(given);
  requireValid(text);
  return { text, bytes: Buffer.from(text), redactedCount: count };
}

/** Throws INVALID_DOCUMENT, which names every fault and its line, unless the document is valid. */
export function requireValid(text: string): void {
  const { isValid, faults, missingSections } = validateDocument(text);
  if (isValid) return;
  const named = faults.map(({ line, message }) => `line ${line}: ${message}`);
  const missing = missingSections.length === 0 ? [] : [`missing canonical sections: ${missingSections.join(', ')}`];
  throw new StoreError(
    'INVALID_DOCUMENT',
    ['The document is not valid; nothing was stored.', ...missing, ...named].join('\n'),
    'Correct the lines named and give the whole document again.',
    faults,
  );
}

function parsedState(state: unknown) {
  const parsed = documentStateV1.safeParse(state);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.') || 'state'}: ${message}`);
  throw invalidInput(
    `invalid state: ${issues.join('; ')}`,
    'Give every key of schema_version 1, with empty lists where there is nothing.',
  );
}
