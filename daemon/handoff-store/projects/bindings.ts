import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import { clearLeftovers } from '../files/clear-leftovers.ts';
import { Folder } from '../files/folder.ts';
import { parseJson } from '../files/parse-json.ts';
import { MAX_BINDING_BYTES } from '../limits.ts';
import { isUuid } from '../ref.ts';
import type { HandoffStore } from '../store.ts';
import { StoreError } from '../store-error.ts';

const bindingV1 = z.strictObject({
  schema_version: z.literal(1),
  anchor: z.string(),
  project_id: z.string().refine(isUuid),
});
const UNFINISHED = '.new-';

/**
 * Which project a workspace belongs to: one small file for each workspace, named by the hash of its anchor. A file is
 * put under its name by link(2), which fails when the name is taken; so of two processes one binds and the other sees
 * it, and there is no lock that a killed process could leave behind.
 */
export function readBinding({ places }: HandoffStore, anchor: string): string | undefined {
  using root = Folder.open(places.state);
  using folder = root?.folder('bindings');
  return folder === undefined ? undefined : bindingIn(folder, anchor);
}

/** Binds a workspace that is bound to nothing yet. Returns the project it is bound to then, by whomever. */
export function bindIfFree(store: HandoffStore, anchor: string, projectId: string): string {
  using root = Folder.make(store.places.state);
  using folder = root.makeFolder('bindings');
  clearLeftovers(folder, UNFINISHED, store.now());
  const draft = writeDraft(folder, anchor, projectId);
  const isFirst = folder.linkNew(draft, nameOf(anchor));
  folder.remove(draft);
  folder.sync();
  if (isFirst) return projectId;
  return bindingIn(folder, anchor) ?? bindIfFree(store, anchor, projectId);
}

/** Binds a workspace, whatever it was bound to. */
export function rebind(store: HandoffStore, anchor: string, projectId: string): void {
  using root = Folder.make(store.places.state);
  using folder = root.makeFolder('bindings');
  folder.replace(writeDraft(folder, anchor, projectId), nameOf(anchor));
  folder.sync();
}

function writeDraft(folder: Folder, anchor: string, projectId: string): string {
  const draft = `${UNFINISHED}${randomUUID()}`;
  folder.writeNew(draft, Buffer.from(`${JSON.stringify({ schema_version: 1, anchor, project_id: projectId })}\n`));
  return draft;
}

function bindingIn(folder: Folder, anchor: string): string | undefined {
  const bytes = folder.read(nameOf(anchor), MAX_BINDING_BYTES);
  if (bytes === undefined) return undefined;
  const binding = parseJson(bytes, bindingV1);
  if (binding?.anchor === anchor) return binding.project_id;
  throw new StoreError(
    'CORRUPT',
    `${folder.path}/${nameOf(anchor)} does not say which project this workspace belongs to.`,
    'Move that file away, then bind the workspace again: kernel doc project --bind <project-uuid>.',
  );
}

const nameOf = (anchor: string): string => `${createHash('sha256').update(anchor).digest('hex')}.json`;
