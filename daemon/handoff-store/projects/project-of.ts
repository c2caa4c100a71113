import type { HandoffStore } from '../store.ts';
import { bindIfFree, readBinding } from './bindings.ts';
import { makeProject, removeProject } from './project-record.ts';
import { openWorkspace, type Workspace, workspaceAnchor } from './workspace-anchor.ts';

/** The project a workspace is bound to; undefined for one that never stored anything. Makes nothing. */
export async function projectOf(store: HandoffStore, workspace: Workspace): Promise<string | undefined> {
  return readBinding(store, await workspaceAnchor(workspace, store.env));
}

/** The same by the workspace's path. */
export async function projectOfPath(store: HandoffStore, workspace: string): Promise<string | undefined> {
  return projectOf(store, openWorkspace(workspace));
}

/**
 * The project of a workspace, made and bound when it has none. The project is made before it is bound: whoever is
 * killed in between leaves an empty project that belongs to no workspace; whoever comes second removes its own.
 */
export async function ensureProject(store: HandoffStore, workspace: Workspace): Promise<string> {
  const anchor = await workspaceAnchor(workspace, store.env);
  const known = readBinding(store, anchor);
  if (known !== undefined) return known;
  const made = makeProject(store, workspace);
  const bound = bindIfFree(store, anchor, made);
  if (bound !== made) removeProject(store, made);
  return bound;
}
