import type { Folder } from '../files/folder.ts';
import { MAX_REMEMBERED_RECORDS } from '../limits.ts';
import { isUuid } from '../ref.ts';
import type { HandoffStore } from '../store.ts';
import { createdAtOf, momentsOf } from './catalog.ts';

/**
 * What a process has found out of a project. A record never changes, so it holds as long as its name is there. Both grow
 * in place: copies of ten thousand of each, made by every list behind a create, would be most of the process's memory.
 */
interface Known {
  readonly ids: Set<string>;
  /** As `recordsInOrder` returns them, without the damaged ones: those are looked at anew each time. */
  readonly keys: string[];
}

/** As many new records are read one by one: that takes less than the catalog of all would. */
const MAX_READ_ANEW = 16;

const memories = new WeakMap<HandoffStore, Map<string, Known>>();

/**
 * The records of a project as texts `<created at> <id> <project>`, ascending; the moment of a damaged one is empty. The
 * names in the folder are read each time, as they are what is true. The rest is remembered by a process that lives on:
 * a page then costs those names, and neither the catalog nor sorting nor memory for as many texts again. What is
 * returned may grow with the next call: take what you need of it before.
 */
export function recordsInOrder(store: HandoffStore, project: Folder, projectId: string): readonly string[] {
  using handoffs = project.folder('handoffs');
  if (handoffs === undefined) return [];
  const memory = memoryOf(store);
  let known = memory.get(projectId) ?? nothing();
  let added = addedTo(known, handoffs);
  if (added === undefined) {
    known = nothing();
    added = addedTo(known, handoffs) ?? [];
  }
  if (added.length === 0) return known.keys;
  const isLittleNews = known.ids.size > 0 && added.length <= MAX_READ_ANEW;
  const moments = isLittleNews
    ? new Map(added.map((id) => [id, createdAtOf(handoffs, id)]))
    : momentsOf(store, project, handoffs, added);
  const keyOf = (id: string): string => `${moments.get(id) ?? ''} ${id} ${projectId}`;
  const sound = added.filter((id) => moments.get(id) !== '');
  learn(known, sound, keyOf);
  remember(memory, projectId, known);
  if (sound.length === added.length) return known.keys;
  const damaged = added.filter((id) => moments.get(id) === '');
  return [...damaged.map(keyOf).sort(), ...known.keys];
}

const nothing = (): Known => ({ ids: new Set(), keys: [] });

/** Takes up records that were found. New ones are mostly the newest, so that nothing has to be sorted again. */
function learn({ ids, keys }: Known, added: readonly string[], keyOf: (id: string) => string): void {
  const newest = keys.at(-1) ?? '';
  const found = added.map(keyOf).sort();
  for (const id of added) ids.add(id);
  for (const key of found) keys.push(key);
  if (found[0] !== undefined && found[0] < newest) keys.sort();
}

/** The records that are there and not known; undefined when one that is known is not there. */
function addedTo({ ids }: Known, handoffs: Folder): string[] | undefined {
  const added: string[] = [];
  let kept = 0;
  for (const name of handoffs.eachName()) {
    if (ids.has(name)) kept += 1;
    else if (isUuid(name)) added.push(name);
  }
  return kept < ids.size ? undefined : added;
}

function memoryOf(store: HandoffStore): Map<string, Known> {
  const memory = memories.get(store) ?? new Map<string, Known>();
  memories.set(store, memory);
  return memory;
}

/** The newest project is kept where there is no room for all of them; none that alone is too large. */
function remember(memory: Map<string, Known>, projectId: string, known: Known): void {
  memory.set(projectId, known);
  const total = [...memory.values()].reduce((count, { ids }) => count + ids.size, 0);
  if (total <= MAX_REMEMBERED_RECORDS) return;
  memory.clear();
  if (known.ids.size <= MAX_REMEMBERED_RECORDS) memory.set(projectId, known);
}
