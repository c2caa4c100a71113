import type { Folder } from '../files/folder.ts';
import { isUuid } from '../ref.ts';
import { openProject, openProjects } from '../projects/project-record.ts';
import type { HandoffStore } from '../store.ts';
import type { Place } from '../page.ts';
import { recordsInOrder } from './records-in-order.ts';

/** A record in the order of lists, and the project it lies in. */
export interface ListedEntry {
  readonly projectId: string;
  readonly handoffId: string;
  /** As in the manifest; the empty text for a damaged record. */
  readonly createdAt: string;
}

/**
 * The records of one project, or of all for `null`, newest first and damaged ones last. Records are put in order as
 * texts that compare as they do, since only those of one page are ever looked at.
 */
export class OrderedRecords {
  /** `<created at> <id> <project>`, ascending. */
  readonly #keys: readonly string[];

  constructor(store: HandoffStore, projectId: string | null) {
    using projects = openProjects(store);
    this.#keys =
      projectId === null
        ? (projects?.names().filter(isUuid) ?? []).flatMap((id) => keysOf(store, projects, id)).sort()
        : keysOf(store, projects, projectId);
  }

  get count(): number {
    return this.#keys.length;
  }

  /** At most `count` records behind a place, which need not be there any more; from the first without one. */
  behind(place: Place | undefined, count: number): ListedEntry[] {
    const end = place === undefined ? this.#keys.length : this.#firstFrom(place.join(' '));
    const keys = this.#keys.slice(Math.max(0, end - count), end).reverse();
    return keys.map((key) => {
      const [createdAt = '', handoffId = '', projectId = ''] = key.split(' ');
      return { createdAt, handoffId, projectId };
    });
  }

  /** The number of keys before one. */
  #firstFrom(key: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#keys[middle] ?? '') < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function keysOf(store: HandoffStore, projects: Folder | undefined, projectId: string): readonly string[] {
  using project = projects?.folder(projectId);
  return project === undefined ? [] : recordsInOrder(store, project, projectId);
}

export const placeOf = ({ createdAt, handoffId, projectId }: ListedEntry): Place => [
  createdAt,
  `${handoffId} ${projectId}`,
];

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
