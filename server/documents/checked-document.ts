import { createHash } from 'node:crypto';
import { readDocument } from '#schema/documents/handoff-document/read-document.ts';
import { MAX_DOCUMENT_BYTES } from '#schema/documents/handoff-document/sections.ts';
import { validateDocument } from '#schema/documents/handoff-document/validate.ts';
import { headOf } from '#schema/documents/text/head-of.ts';
import type { HandoffDocumentKind } from '#prisma/generated/client/client.ts';
import { ValidationError } from '#server/errors.ts';
import { checkedText } from '#server/text-limits.ts';
import { parseDocumentRef } from './document-reference.ts';

/** A document as its machine tells of it: the text, and what its manifest there says. */
export interface DocumentTexts {
  /** `handoff://<project-uuid>/<handoff-uuid>` of the machine that wrote it. */
  readonly ref: string;
  readonly name: string;
  readonly kind: HandoffDocumentKind;
  readonly sourcePath?: string | null | undefined;
  /** When it was written on its machine. */
  readonly createdAt: Date;
  /** SHA-256 of the text's UTF-8 bytes, in hex. */
  readonly sha256: string;
  readonly text: string;
  readonly sourceMachine?: string | null | undefined;
  readonly sourceClient?: string | null | undefined;
}

const NAME = /^(?!\.)[A-Za-z0-9_.-]{1,128}$/;
const SHA256 = /^[0-9a-f]{64}$/;
/** Characters of the goal that lists show. */
const SHOWN_GOAL_CHARACTERS = 300;

/**
 * Checks a document as it came and gives the columns it fills. The text has to be the one whose hash was sent: one that
 * lost a secret on its way here is another document than the one on its machine. Throws ValidationError naming the field.
 */
export function checkedDocument(texts: DocumentTexts) {
  const { ref, name, kind, createdAt, sha256, text } = texts;
  const reference = parseDocumentRef(ref);
  if (reference === undefined) {
    throw new ValidationError('ref', 'must be handoff://<project-uuid>/<handoff-uuid>, lower-case and exactly');
  }
  if (!NAME.test(name)) {
    throw new ValidationError('name', 'must be 1 to 128 of A-Z a-z 0-9 _ . - and not begin with a dot');
  }
  if (!SHA256.test(sha256)) throw new ValidationError('sha256', 'must be 64 lower-case hexadecimal digits');
  return {
    ...reference,
    name,
    kind,
    createdAt,
    ...checkedContent(text, sha256),
    sourcePath: optional('sourcePath', texts.sourcePath, 'sourcePath'),
    sourceMachine: optional('sourceMachine', texts.sourceMachine, 'name'),
    sourceClient: optional('sourceClient', texts.sourceClient, 'name'),
  };
}

const optional = (field: string, value: string | null | undefined, limit: 'sourcePath' | 'name'): string | null =>
  value === null || value === undefined ? null : checkedText(field, value, limit);

function checkedContent(text: string, sha256: string) {
  const bytes = Buffer.from(text);
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    throw new ValidationError('text', `is ${bytes.length} bytes long; the limit is ${MAX_DOCUMENT_BYTES}`);
  }
  const [fault] = validateDocument(text).faults;
  if (fault !== undefined)
    throw new ValidationError('text', `is no handoff document: line ${fault.line}: ${fault.message}`);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
    throw new ValidationError(
      'sha256',
      'is not of this text. It was altered, or what looks like a secret was taken out on its way here: write the document again without it.',
    );
  }
  return { text, sha256, sizeBytes: bytes.length, goal: headOf(readDocument(text).goal, SHOWN_GOAL_CHARACTERS) };
}
