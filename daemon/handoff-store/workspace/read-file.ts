import { type DocumentVerdict, validateDocument } from '#schema/documents/handoff-document/validate.ts';
import { MAX_DOCUMENT_BYTES } from '#schema/documents/handoff-document/sections.ts';
import type { Folder } from '../files/folder.ts';
import { openWorkspace } from '../projects/workspace-anchor.ts';
import type { HandoffStore } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { openFolderOf, pathInside } from './path-inside.ts';

export interface ReadFileInput {
  readonly workspace: string;
  readonly path: string;
}

/** A document in a file of the workspace: `content` without its secrets, the file being left as it is. */
export interface ReadFile extends DocumentVerdict {
  readonly path: string;
  readonly content: string;
  readonly redactedCount: number;
  readonly bytes: number;
}

/** Reads a document from a file of the workspace. Throws NOT_FOUND, OUTSIDE_WORKSPACE, CORRUPT, UNSAFE. */
export function readHandoffFile(store: HandoffStore, input: ReadFileInput): ReadFile {
  const workspace = openWorkspace(input.workspace);
  const place = pathInside(workspace, input.path);
  using folder = openFolderOf(workspace, place);
  const found = folder === undefined ? undefined : textOf(folder, place.name);
  if (found === undefined) {
    throw new StoreError(
      'NOT_FOUND',
      `handoff file not found: ${place.shown}`,
      'List the files to see which there are.',
    );
  }
  const { text, count } = store.redact(found.text);
  return { path: place.shown, content: text, redactedCount: count, bytes: found.bytes, ...validateDocument(text) };
}

/** Judges a document in a file of the workspace, without giving its text. Throws as `readHandoffFile` does. */
export function validateHandoffFile(store: HandoffStore, input: ReadFileInput): Omit<ReadFile, 'content'> {
  const { content: _text, ...judged } = readHandoffFile(store, input);
  return judged;
}

/** The text of a file; undefined when there is none. Throws CORRUPT for what is too long or no UTF-8. */
export function textOf(folder: Folder, name: string): { readonly text: string; readonly bytes: number } | undefined {
  const bytes = folder.read(name, MAX_DOCUMENT_BYTES);
  if (bytes === undefined) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { text, bytes: bytes.length };
  } catch {
    throw new StoreError(
      'CORRUPT',
      `handoff file must be UTF-8 text: ${folder.path}/${name}`,
      'Save the file as UTF-8.',
    );
  }
}
