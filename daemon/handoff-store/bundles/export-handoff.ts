import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Folder } from '../files/folder.ts';
import { findRecord } from '../handoffs/find-record.ts';
import { openWorkspace } from '../projects/workspace-anchor.ts';
import { DOCUMENT_FILE, MANIFEST_FILE, manifestText } from '../records/manifest.ts';
import type { HandoffStore } from '../store.ts';
import { invalidInput, StoreError } from '../store-error.ts';
import { openFolderOf, pathInside } from '../workspace/path-inside.ts';
import { readBundle } from './read-bundle.ts';

export interface ExportHandoffInput {
  readonly workspace: string;
  readonly ref: string;
  /** A folder to make, relative to the workspace; the one above it must be there. */
  readonly directory: string;
}

export interface ExportedHandoff {
  readonly ref: string;
  readonly directory: string;
  /** The same bundle was there already. */
  readonly idempotent: boolean;
}

/**
 * Copies a record of the workspace's project into a bundle: a folder with the document and its manifest, which another
 * machine imports. It appears whole and replaces nothing. Throws CONFLICT when something else is there,
 * OUTSIDE_WORKSPACE, INVALID_INPUT, and what finding a record throws.
 */
export async function exportHandoff(store: HandoffStore, input: ExportHandoffInput): Promise<ExportedHandoff> {
  const { ref } = input;
  if (isAbsolute(input.directory) || input.directory.split(/[/\\]/).includes('..')) {
    throw invalidInput(
      'directory must be relative to the workspace, without "..".',
      'Use a path such as handoffs/bundle.',
    );
  }
  const workspace = openWorkspace(input.workspace);
  const { manifest, document } = await findRecord(store, { workspace: input.workspace, ref });
  const place = pathInside(workspace, input.directory);
  using parent = openFolderOf(workspace, place);
  if (parent === undefined) {
    throw new StoreError('NOT_FOUND', `The folder above ${place.shown} is not there.`, 'Make it, then try again.');
  }
  const files = { [DOCUMENT_FILE]: document, [MANIFEST_FILE]: manifestText(manifest) };
  if (writeBundle(parent, place.name, files)) return { ref, directory: place.shown, idempotent: false };
  if (isSameBundle(parent, place.name, files)) return { ref, directory: place.shown, idempotent: true };
  throw new StoreError(
    'CONFLICT',
    `export destination conflicts: ${place.shown} is there already`,
    'Choose another directory.',
  );
}

/** Returns false when the name is taken. */
function writeBundle(parent: Folder, name: string, files: Readonly<Record<string, string>>): boolean {
  if (parent.stat(name) !== undefined) return false;
  const draft = `.${randomUUID()}.new`;
  let isNew = false;
  try {
    using bundle = parent.makeFolder(draft);
    for (const [file, text] of Object.entries(files)) bundle.writeNew(file, Buffer.from(text));
    bundle.sync();
    isNew = parent.moveFolder(draft, parent, name);
  } finally {
    if (!isNew) rmSync(parent.pathOf(draft), { recursive: true, force: true });
  }
  parent.sync();
  return isNew;
}

function isSameBundle(parent: Folder, name: string, files: Readonly<Record<string, string>>): boolean {
  try {
    using folder = parent.folder(name);
    const found = folder === undefined ? undefined : readBundle(folder);
    if (found === undefined) return false;
    return found.document === files[DOCUMENT_FILE] && manifestText(found.manifest) === files[MANIFEST_FILE];
  } catch (error) {
    if (error instanceof StoreError) return false;
    throw error;
  }
}
