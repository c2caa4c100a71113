import type { DocumentFault } from '#schema/documents/handoff-document/document-fault.ts';

/** Why the store refused. The words are stable: tools, exit codes and tests go by them. */
export type StoreErrorCode =
  | 'INVALID_INPUT'
  | 'INVALID_DOCUMENT'
  | 'INVALID_CURSOR'
  | 'CURSOR_MISMATCH'
  | 'NOT_FOUND'
  | 'OUTSIDE_PROJECT'
  | 'OUTSIDE_WORKSPACE'
  | 'EXISTS'
  | 'CONFLICT'
  | 'BINDING_EXISTS'
  | 'INVALID_BUNDLE'
  | 'GIT_FAILED'
  | 'UNSAFE'
  | 'CORRUPT'
  | 'UNWRITABLE'
  | 'NO_SPACE';

/**
 * An expected "no" of the store. `message` says what and where, `remedy` what to do next, in one sentence each, for a
 * person or a model; neither holds text of a document.
 */
export class StoreError extends Error {
  override name = 'StoreError';
  readonly code: StoreErrorCode;
  readonly remedy: string;
  /** What is wrong with the document, where that is the reason. */
  readonly faults: readonly DocumentFault[];

  constructor(code: StoreErrorCode, message: string, remedy: string, faults: readonly DocumentFault[] = []) {
    super(message);
    this.code = code;
    this.remedy = remedy;
    this.faults = faults;
  }
}

/** What a call had wrong; nothing was done. */
export const invalidInput = (message: string, remedy: string): StoreError =>
  new StoreError('INVALID_INPUT', message, remedy);

/** What the system said of a file, as an error of the store; anything that is no word of the system's stays as it is. */
export function storeErrorOf(error: unknown, place: string): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return new StoreError('NO_SPACE', `There is no room for ${place} (${code}).`, 'Free some space, then try again.');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StoreError(
        'UNWRITABLE',
        `${place} may not be used (${code}).`,
        'Give its owner the right, then try again.',
      );
    case 'ELOOP':
    case 'ENOTDIR':
    case 'EISDIR':
      return new StoreError('UNSAFE', `${place} is not what it should be (${code}).`, 'Move it away, then try again.');
    default:
      return error;
  }
}
