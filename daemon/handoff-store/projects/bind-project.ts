import { isUuid } from '../ref.ts';
import type { HandoffStore } from '../store.ts';
import { invalidInput, StoreError } from '../store-error.ts';
import { bindIfFree, readBinding, rebind } from './bindings.ts';
import { openProjects, readLabel } from './project-record.ts';
import { openWorkspace, workspaceAnchor } from './workspace-anchor.ts';

export interface BindProjectInput {
  readonly workspace: string;
  readonly projectId: string;
  /** Take the workspace from the project it is bound to now. */
  readonly replace?: boolean;
}

export interface BoundProject {
  readonly projectId: string;
  readonly label: string;
  readonly previousProjectId: string | null;
  /** Whether it was another one before. */
  readonly replaced: boolean;
}

/**
 * Binds a workspace to a project that exists: after a move of the folder, or to let two clones share one. Throws
 * NOT_FOUND for no such project, BINDING_EXISTS when another one is bound and `replace` is not set.
 */
export async function bindProject(store: HandoffStore, input: BindProjectInput): Promise<BoundProject> {
  const { projectId, replace = false } = input;
  if (!isUuid(projectId)) throw invalidInput('project_id is no UUID.', 'Take it from the list of projects.');
  const anchor = await workspaceAnchor(openWorkspace(input.workspace), store.env);
  const label = labelOf(store, projectId);
  const previous = readBinding(store, anchor) ?? null;
  const bound = previous ?? bindIfFree(store, anchor, projectId);
  if (bound !== projectId && !replace) {
    throw new StoreError(
      'BINDING_EXISTS',
      `binding exists; replace=true required (this workspace belongs to project ${bound})`,
      'Nothing needs to be done if that is right; else repeat with replace=true (--replace).',
    );
  }
  if (bound !== projectId) rebind(store, anchor, projectId);
  return { projectId, label, previousProjectId: previous, replaced: bound !== projectId };
}

function labelOf(store: HandoffStore, projectId: string): string {
  using projects = openProjects(store);
  const label = projects === undefined ? undefined : readLabel(projects, projectId);
  if (label !== undefined) return label;
  throw new StoreError('NOT_FOUND', `There is no project ${projectId}.`, 'List the projects to see which there are.');
}
