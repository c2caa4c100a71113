import {
  type HandoffStore,
  projectOfPath,
  readAcknowledged,
  readSyncChoice,
  storedHandoffIds,
} from '../handoff-store/index.ts';

/** How the documents of a workspace's project stand with the server that a person chose, as this machine knows it. */
export interface SyncState {
  /** Null when the workspace has no project yet. */
  readonly projectId: string | null;
  /** Null while the documents stay on this machine. */
  readonly serverUrl: string | null;
  readonly total: number;
  /** Documents the server said it has. */
  readonly stored: number;
  /** Documents the server would not take. */
  readonly refused: number;
  /** Documents to be sent yet. */
  readonly pending: number;
}

/** Reads how things stand. Needs no server and makes nothing. Throws StoreError. */
export async function syncState(store: HandoffStore, workspace: string): Promise<SyncState> {
  const projectId = (await projectOfPath(store, workspace)) ?? null;
  const serverUrl = projectId === null ? null : (readSyncChoice(store, projectId) ?? null);
  const ids = projectId === null ? [] : storedHandoffIds(store, projectId);
  const none = { projectId, serverUrl, total: ids.length, stored: 0, refused: 0 };
  if (projectId === null || serverUrl === null) return { ...none, pending: 0 };
  const said = readAcknowledged(store, projectId, serverUrl);
  const count = (what: string) => ids.filter((id) => said.get(id) === what).length;
  const [stored, refused] = [count('stored'), count('refused')];
  return { ...none, stored, refused, pending: ids.length - stored - refused };
}

/** The documents of which the server has said nothing yet, newest first. */
export function pendingHandoffIds(store: HandoffStore, projectId: string, serverUrl: string): string[] {
  const said = readAcknowledged(store, projectId, serverUrl);
  return storedHandoffIds(store, projectId)
    .filter((id) => !said.has(id))
    .reverse();
}
