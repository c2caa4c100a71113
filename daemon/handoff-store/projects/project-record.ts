import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { z } from 'zod';
import { clipToBytes } from '#schema/documents/text/clip-to-bytes.ts';
import { oneLine } from '#schema/documents/text/one-line.ts';
import { clearLeftovers } from '../files/clear-leftovers.ts';
import { Folder } from '../files/folder.ts';
import { parseJson } from '../files/parse-json.ts';
import { MAX_LABEL_BYTES, MAX_PROJECT_BYTES } from '../limits.ts';
import { isUuid } from '../ref.ts';
import type { HandoffStore } from '../store.ts';
import type { Workspace } from './workspace-anchor.ts';

const projectV1 = z.strictObject({
  schema_version: z.literal(1),
  project_id: z.string().refine(isUuid),
  label: z.string(),
});
const UNFINISHED = '.new-';

/** The folder of all projects; undefined while there is none. */
export function openProjects({ places }: HandoffStore): Folder | undefined {
  using root = Folder.open(places.data);
  return root?.folder('projects');
}

/** The folder of one project; undefined when there is none of that id. */
export function openProject(store: HandoffStore, projectId: string): Folder | undefined {
  using projects = openProjects(store);
  return projects?.folder(projectId);
}

/** What a project is called; undefined when its record is missing or is none. */
export function readLabel(projects: Folder, projectId: string): string | undefined {
  using project = projects.folder(projectId);
  const bytes = project?.read('project.json', MAX_PROJECT_BYTES);
  const record = bytes === undefined ? undefined : parseJson(bytes, projectV1);
  return record?.project_id === projectId ? record.label : undefined;
}

/** Makes a project, whole or not at all, and returns its id. It belongs to no workspace yet. */
export function makeProject(store: HandoffStore, workspace: Workspace): string {
  using root = Folder.make(store.places.data);
  using projects = root.makeFolder('projects');
  clearLeftovers(projects, UNFINISHED, store.now());
  const projectId = store.newId();
  const draft = `${UNFINISHED}${projectId}`;
  {
    using project = projects.makeFolder(draft);
    const record = { schema_version: 1, project_id: projectId, label: labelOf(store, workspace) };
    project.writeNew('project.json', Buffer.from(`${JSON.stringify(record)}\n`));
    project.makeFolder('handoffs')[Symbol.dispose]();
    project.makeFolder('staging')[Symbol.dispose]();
    project.sync();
  }
  projects.moveFolder(draft, projects, projectId);
  projects.sync();
  return projectId;
}

/** Removes a project that this process has just made and that nobody was told of. */
export function removeProject(store: HandoffStore, projectId: string): void {
  using projects = openProjects(store);
  if (projects === undefined) return;
  const draft = `${UNFINISHED}${projectId}`;
  projects.moveFolder(projectId, projects, draft);
  rmSync(projects.pathOf(draft), { recursive: true, force: true });
}

function labelOf({ redact }: HandoffStore, { path }: Workspace): string {
  return clipToBytes(redact(oneLine(basename(path) || path)).text, MAX_LABEL_BYTES);
}
