import type { Scope } from '../page.ts';
import { projectOf } from '../projects/project-of.ts';
import { openProject } from '../projects/project-record.ts';
import { openWorkspace } from '../projects/workspace-anchor.ts';
import { readRecord, type StoredRecord } from '../records/read-record.ts';
import { type HandoffRef, parseRef } from '../ref.ts';
import type { HandoffStore } from '../store.ts';
import { StoreError } from '../store-error.ts';

export interface FindRecordInput {
  readonly workspace: string;
  readonly ref: string;
  /** `project`, the default, refuses what belongs to another project than the workspace. */
  readonly scope?: Scope;
}

/** Finds a record by its reference. Throws INVALID_INPUT, OUTSIDE_PROJECT, NOT_FOUND, CORRUPT, UNSAFE, GIT_FAILED. */
export async function findRecord(
  store: HandoffStore,
  { workspace, ref, scope = 'project' }: FindRecordInput,
): Promise<HandoffRef & StoredRecord> {
  const wanted = parseRef(ref);
  const folder = openWorkspace(workspace);
  if (scope === 'project' && (await projectOf(store, folder)) !== wanted.projectId) {
    throw new StoreError(
      'OUTSIDE_PROJECT',
      'handoff reference is outside workspace project',
      "Use scope='all' (--scope all) to read it, or handoff_project (kernel doc project --bind) to rebind this workspace.",
    );
  }
  using project = openProject(store, wanted.projectId);
  using handoffs = project?.folder('handoffs');
  const found = handoffs === undefined ? undefined : readRecord(handoffs, wanted.handoffId);
  if (found !== undefined) return { ...wanted, ...found };
  throw new StoreError(
    'NOT_FOUND',
    `There is no document ${ref} on this machine.`,
    'List the documents to see which there are.',
  );
}
