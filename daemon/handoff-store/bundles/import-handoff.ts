import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { v5 as uuidv5 } from 'uuid';
import type { Folder } from '../files/folder.ts';
import { requireValid } from '../handoffs/accept-document.ts';
import { missingProject } from '../handoffs/create-handoff.ts';
import { requireName } from '../handoffs/require-name.ts';
import { ensureProject } from '../projects/project-of.ts';
import { openProject } from '../projects/project-record.ts';
import { openWorkspace, type Workspace } from '../projects/workspace-anchor.ts';
import { type ManifestV1, manifestMoment, manifestText, manifestV1 } from '../records/manifest.ts';
import { publishRecord } from '../records/publish-record.ts';
import { readRecord } from '../records/read-record.ts';
import { formatRef } from '../ref.ts';
import type { HandoffStore } from '../store.ts';
import { invalidInput, StoreError } from '../store-error.ts';
import { openFolderOf, pathInside, type PathInside } from '../workspace/path-inside.ts';
import { textOf } from '../workspace/read-file.ts';
import { type Bundle, invalidBundle, readBundle } from './read-bundle.ts';

export interface ImportHandoffInput {
  readonly workspace: string;
  /** A Markdown file or the folder of a bundle, inside the workspace. */
  readonly path: string;
  /** For a file: what the document is called; the file's name when left out. */
  readonly name?: string;
}

export interface ImportedHandoff {
  readonly ref: string;
  readonly projectId: string;
  readonly handoffId: string;
  readonly name: string;
  readonly kind: 'create' | 'legacy';
  readonly redactedCount: number;
  /** The same document was there already. */
  readonly idempotent: boolean;
}

/**
 * Copies a Markdown file or a bundle into the store; the source stays as it is. A file loses its secrets and gets an id
 * made of its path and content, so that a repeated import is the same record and a changed file another one. A bundle
 * keeps its id, name, moment and origin, and is refused when anything of it was altered. Throws INVALID_DOCUMENT,
 * INVALID_BUNDLE, CONFLICT, NOT_FOUND, OUTSIDE_WORKSPACE, INVALID_INPUT, and what creating throws.
 */
export async function importHandoff(store: HandoffStore, input: ImportHandoffInput): Promise<ImportedHandoff> {
  const workspace = openWorkspace(input.workspace);
  const place = pathInside(workspace, input.path);
  using parent = openFolderOf(workspace, place);
  const stats = parent?.stat(place.name);
  if (parent === undefined || stats === undefined) {
    throw new StoreError(
      'NOT_FOUND',
      `There is nothing at ${place.shown}.`,
      'Give a Markdown file or a bundle of the workspace.',
    );
  }
  if (stats.isDirectory()) {
    if (input.name !== undefined) throw invalidInput('A bundle keeps its name.', 'Leave name out.');
    const bundle = openBundle(store, parent, place.name);
    return keep(store, await ensureProject(store, workspace), bundle);
  }
  const name = input.name ?? nameFrom(place.name);
  requireName(store, name);
  const text = textOf(parent, place.name)?.text ?? '';
  return await importFile(store, workspace, place, { name, text, changedAt: stats.mtime });
}

interface File {
  readonly name: string;
  readonly text: string;
  readonly changedAt: Date;
}

async function importFile(store: HandoffStore, workspace: Workspace, place: PathInside, file: File) {
  const { text: document, count } = store.redact(file.text);
  requireValid(document);
  const projectId = await ensureProject(store, workspace);
  const sha256 = createHash('sha256').update(document).digest('hex');
  const handoffId = uuidv5(`legacy:${place.shown}:${sha256}`, projectId);
  const isSecret = store.redact(place.shown).count > 0;
  const manifest = {
    schema_version: 1 as const,
    handoff_id: handoffId,
    name: file.name,
    created_at: manifestMoment(file.changedAt),
    sha256,
    origin: {
      project_id: projectId,
      handoff_id: handoffId,
      kind: 'legacy' as const,
      source_path: isSecret ? '[REDACTED]' : place.shown,
    },
  };
  if (!manifestV1.safeParse(manifest).success) {
    throw invalidInput('The path of the file is too long to be remembered.', 'Move the file nearer to the workspace.');
  }
  return keep(store, projectId, { manifest, document }, count, true);
}

/**
 * Keeps a document that came whole from elsewhere, such as a server, as a bundle is kept: with its id, name, moment and
 * origin, in the project of the workspace. Throws as importing a bundle does.
 */
export async function adoptHandoff(store: HandoffStore, workspace: string, bundle: Bundle): Promise<ImportedHandoff> {
  const folder = openWorkspace(workspace);
  const parsed = manifestV1.safeParse(bundle.manifest);
  if (!parsed.success) throw invalidBundle('its manifest is not of the known form');
  if (createHash('sha256').update(bundle.document).digest('hex') !== parsed.data.sha256) {
    throw invalidBundle('its document is not the one whose hash stands in its manifest');
  }
  const sound = soundBundle(store, { manifest: parsed.data, document: bundle.document });
  return keep(store, await ensureProject(store, folder), sound);
}

function openBundle(store: HandoffStore, parent: Folder, name: string): Bundle {
  using folder = parent.folder(name);
  if (folder === undefined) throw invalidBundle('it is gone');
  return soundBundle(store, readBundle(folder));
}

/** Refuses a bundle with a secret in it, or with a document that is none. */
function soundBundle(store: HandoffStore, bundle: Bundle): Bundle {
  const { manifest, document } = bundle;
  if (store.redact(document).count > 0) throw invalidBundle('portable bundle document contains secrets');
  if (store.redact(`${manifest.name} ${manifest.origin.source_path ?? ''}`).count > 0) {
    throw invalidBundle('portable bundle manifest contains secrets');
  }
  requireValid(document);
  return bundle;
}

/** Stores what is imported, or finds it stored. A file may be called and dated otherwise when it comes again. */
function keep(
  store: HandoffStore,
  projectId: string,
  { manifest, document }: Bundle,
  redactedCount = 0,
  isFile = false,
) {
  using project = openProject(store, projectId);
  if (project === undefined) throw missingProject(projectId);
  const { handoff_id: handoffId, name, origin } = manifest;
  const isNew = publishRecord(store, project, manifest, Buffer.from(document));
  if (!isNew && !isStored(project, manifest, isFile)) {
    throw new StoreError(
      'CONFLICT',
      `central handoff identity conflict: another document has the id ${handoffId}`,
      'Compare both; one of them was altered after it was exported.',
    );
  }
  const ref = formatRef({ projectId, handoffId });
  return { ref, projectId, handoffId, name, kind: origin.kind, redactedCount, idempotent: !isNew };
}

function isStored(project: Folder, manifest: ManifestV1, isFile: boolean): boolean {
  using handoffs = project.folder('handoffs');
  const found = handoffs === undefined ? undefined : readRecord(handoffs, manifest.handoff_id)?.manifest;
  if (found === undefined) return false;
  const { name, created_at } = manifest;
  return manifestText(isFile ? { ...found, name, created_at } : found) === manifestText(manifest);
}

/** A file's name as the name of a document: other characters become dashes. */
function nameFrom(fileName: string): string {
  const name = basename(fileName)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[.-]+/, '');
  return name === 'md' || name === '' ? 'imported.md' : name.slice(-128);
}
