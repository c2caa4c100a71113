import { createHash } from 'node:crypto';
import { acceptDocument, type DocumentInput } from './accept-document.ts';
import { requireName } from './require-name.ts';
import { ensureProject } from '../projects/project-of.ts';
import { openProject } from '../projects/project-record.ts';
import { openWorkspace } from '../projects/workspace-anchor.ts';
import { manifestMoment } from '../records/manifest.ts';
import { publishRecord } from '../records/publish-record.ts';
import { formatRef } from '../ref.ts';
import type { HandoffStore } from '../store.ts';
import { StoreError } from '../store-error.ts';

export interface CreateHandoffInput extends DocumentInput {
  /** Absolute path of the folder that is worked in. */
  readonly workspace: string;
  /** What the document is called, such as 2026-11-29-rotate-keys.md. Not unique. */
  readonly name: string;
}

/** A document that lies in the store now. */
export interface CreatedHandoff {
  readonly ref: string;
  readonly projectId: string;
  readonly handoffId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly sha256: string;
  readonly redactedCount: number;
  readonly bytes: number;
}

/**
 * Stores a document, for ever and unchanged, in the project of a workspace; makes the project when the workspace has
 * none. The same name again is another document. Throws INVALID_INPUT, INVALID_DOCUMENT, GIT_FAILED, UNSAFE,
 * UNWRITABLE, NO_SPACE; then nothing was stored.
 */
export async function createHandoff(store: HandoffStore, input: CreateHandoffInput): Promise<CreatedHandoff> {
  const workspace = openWorkspace(input.workspace);
  requireName(store, input.name);
  const { bytes, redactedCount } = acceptDocument(store, input);
  const projectId = await ensureProject(store, workspace);
  using project = openProject(store, projectId);
  if (project === undefined) throw missingProject(projectId);
  const handoffId = store.newId();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const createdAt = manifestMoment(store.now());
  const manifest = {
    schema_version: 1 as const,
    handoff_id: handoffId,
    name: input.name,
    created_at: createdAt,
    sha256,
    origin: { project_id: projectId, handoff_id: handoffId, kind: 'create' as const },
  };
  if (!publishRecord(store, project, manifest, bytes)) {
    throw new StoreError('EXISTS', 'central handoff already exists', 'Try again: the document gets another id.');
  }
  const ref = formatRef({ projectId, handoffId });
  return { ref, projectId, handoffId, name: input.name, createdAt, sha256, redactedCount, bytes: bytes.length };
}

/** A workspace is bound to a project whose folder is gone. */
export function missingProject(projectId: string): StoreError {
  return new StoreError(
    'NOT_FOUND',
    `This workspace belongs to project ${projectId}, whose folder is not there.`,
    'Bring the folder back, or bind the workspace to another project: kernel doc project --bind ID --replace.',
  );
}
