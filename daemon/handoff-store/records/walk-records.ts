import type { Folder } from '../files/folder.ts';
import { isUuid } from '../ref.ts';
import { openProject, openProjects } from '../projects/project-record.ts';
import type { HandoffStore } from '../store.ts';
import type { Place } from '../page.ts';
import { type CatalogEntry, catalogOf, newestFirst } from './catalog.ts';

/** A record in the order of lists, and the project it lies in. */
export interface ListedEntry extends CatalogEntry {
  readonly projectId: string;
}

/** The records of one project, or of all for `null`, newest first. */
export function orderedEntries(store: HandoffStore, projectId: string | null): readonly ListedEntry[] {
  if (projectId !== null) {
    using project = openProject(store, projectId);
    return project === undefined ? [] : entriesOf(store, project, projectId);
  }
  using projects = openProjects(store);
  const ids = projects?.names().filter(isUuid) ?? [];
  const all = ids.flatMap((id) => {
    using project = projects?.folder(id);
    return project === undefined ? [] : entriesOf(store, project, id);
  });
  return all.sort((a, b) => newestFirst(a, b) || (a.projectId < b.projectId ? 1 : -1));
}

function entriesOf(store: HandoffStore, project: Folder, projectId: string): ListedEntry[] {
  return catalogOf(store, project).map((entry) => ({ ...entry, projectId }));
}

export const placeOf = ({ createdAt, handoffId, projectId }: ListedEntry): Place => [
  createdAt,
  `${handoffId}/${projectId}`,
];

/** What comes behind a place, which need not be there any more. */
export function entriesBehind(entries: readonly ListedEntry[], place: Place | undefined): readonly ListedEntry[] {
  if (place === undefined) return entries;
  const [at, id] = place;
  const isBehind = (entry: ListedEntry) => {
    const [entryAt, entryId] = placeOf(entry);
    return entryAt === at ? entryId < id : entryAt < at;
  };
  const first = entries.findIndex(isBehind);
  return first < 0 ? [] : entries.slice(first);
}

/** Opens the folders of records by project, each once, for as long as it lives. */
export class OpenProjects implements Disposable {
  readonly #store: HandoffStore;
  readonly #folders = new Map<string, Folder | undefined>();

  constructor(store: HandoffStore) {
    this.#store = store;
  }

  handoffs(projectId: string): Folder | undefined {
    if (this.#folders.has(projectId)) return this.#folders.get(projectId);
    using project = openProject(this.#store, projectId);
    const folder = project?.folder('handoffs');
    this.#folders.set(projectId, folder);
    return folder;
  }

  [Symbol.dispose](): void {
    for (const folder of this.#folders.values()) folder?.[Symbol.dispose]();
  }
}
