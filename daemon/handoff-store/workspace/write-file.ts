import { randomUUID } from 'node:crypto';
import { acceptDocument, type DocumentInput } from '../handoffs/accept-document.ts';
import { openWorkspace } from '../projects/workspace-anchor.ts';
import type { HandoffStore } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { openFolderOf, pathInside } from './path-inside.ts';

export interface WriteFileInput extends DocumentInput {
  readonly workspace: string;
  /** Relative to the workspace, or absolute and inside it. */
  readonly path: string;
  readonly overwrite?: boolean;
}

export interface WrittenFile {
  /** Relative to the workspace. */
  readonly path: string;
  readonly redactedCount: number;
  readonly bytes: number;
}

/**
 * Writes a document as a file of the workspace, for those who ask for a path instead of the store. It appears whole, and
 * replaces a file only when `overwrite` says so, also one that appears meanwhile. Throws EXISTS, OUTSIDE_WORKSPACE,
 * INVALID_DOCUMENT, INVALID_INPUT, UNSAFE, UNWRITABLE, NO_SPACE.
 */
export function writeHandoffFile(store: HandoffStore, input: WriteFileInput): WrittenFile {
  const workspace = openWorkspace(input.workspace);
  const place = pathInside(workspace, input.path);
  const { bytes, redactedCount } = acceptDocument(store, input);
  using folder = openFolderOf(workspace, place, true);
  if (folder === undefined) throw new StoreError('NOT_FOUND', 'The workspace is gone.', 'Give another workspace.');
  const there = folder.stat(place.name);
  if (there !== undefined && !there.isFile()) {
    throw new StoreError('UNSAFE', `${place.shown} is there and is no file.`, 'Choose a new path.');
  }
  if (there !== undefined && input.overwrite !== true) throw alreadyThere(place.shown);
  const draft = `.${randomUUID()}.new`;
  try {
    folder.writeNew(draft, bytes);
    if (input.overwrite === true) folder.replace(draft, place.name);
    else if (!folder.linkNew(draft, place.name)) throw alreadyThere(place.shown);
    folder.sync();
  } finally {
    folder.remove(draft);
  }
  return { path: place.shown, redactedCount, bytes: bytes.length };
}

function alreadyThere(path: string): StoreError {
  return new StoreError(
    'EXISTS',
    `handoff already exists: ${path}; choose a new path or explicitly set overwrite=true`,
    'Choose a new path, or set overwrite=true (--overwrite) to replace the file.',
  );
}
