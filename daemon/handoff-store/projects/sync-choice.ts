import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { clearLeftovers } from '../files/clear-leftovers.ts';
import { parseJson } from '../files/parse-json.ts';
import { MAX_PROJECT_BYTES } from '../limits.ts';
import type { HandoffStore } from '../store.ts';
import { StoreError } from '../store-error.ts';
import { ensureProject, projectOf } from './project-of.ts';
import { openProject } from './project-record.ts';
import { openWorkspace } from './workspace-anchor.ts';

const choiceV1 = z.strictObject({ schema_version: z.literal(1), server_url: z.string() });
const FILE = 'sync.json';
const UNFINISHED = '.sync-';

/**
 * The server that a person chose for the documents of a project; undefined while they stay on this machine. Throws
 * CORRUPT for a choice that cannot be read: then nothing may be sent.
 */
export function readSyncChoice(store: HandoffStore, projectId: string): string | undefined {
  using project = openProject(store, projectId);
  const bytes = project?.read(FILE, MAX_PROJECT_BYTES);
  if (project === undefined || bytes === undefined) return undefined;
  const choice = parseJson(bytes, choiceV1);
  if (choice !== undefined) return choice.server_url;
  throw new StoreError(
    'CORRUPT',
    `${project.path}/${FILE} does not say where the documents of this project go.`,
    'Choose again: kernel doc sync on, or kernel doc sync off.',
  );
}

/**
 * Keeps a person's choice: documents of the workspace's project go to a server, or for null to none. Makes the project
 * when there is none yet and one is needed. Returns it.
 */
export async function chooseSync(
  store: HandoffStore,
  workspace: string,
  serverUrl: string | null,
): Promise<string | undefined> {
  const folder = openWorkspace(workspace);
  const projectId = serverUrl === null ? await projectOf(store, folder) : await ensureProject(store, folder);
  using project = projectId === undefined ? undefined : openProject(store, projectId);
  if (project === undefined) return projectId;
  clearLeftovers(project, UNFINISHED, store.now());
  if (serverUrl === null) project.remove(FILE);
  else {
    const draft = `${UNFINISHED}${randomUUID()}`;
    project.writeNew(draft, Buffer.from(`${JSON.stringify({ schema_version: 1, server_url: serverUrl })}\n`));
    project.replace(draft, FILE);
  }
  project.sync();
  return projectId;
}
