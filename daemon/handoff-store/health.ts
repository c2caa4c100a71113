import { Folder } from './files/folder.ts';
import { areCatalogs } from './records/catalog.ts';
import type { HandoffStore } from './store.ts';
import { StoreError } from './store-error.ts';

type PartHealth = 'healthy' | 'absent' | 'unwritable' | 'unsafe' | 'corrupt';

/** How the parts of the store are: its documents, its bindings, and its catalogs, which are a cache. */
export interface StoreHealth {
  readonly data: PartHealth;
  readonly state: PartHealth;
  readonly catalog: PartHealth;
}

/** Looks at the folders of the store. Makes and mends nothing; `absent` is no fault, it is a store without documents. */
export function probeStore({ places }: HandoffStore): StoreHealth {
  return {
    data: healthOf(() => Folder.open(places.data)),
    state: healthOf(() => Folder.open(places.state)),
    catalog: healthOf(() => {
      using state = Folder.open(places.state);
      return state?.folder('catalogs');
    }, areCatalogs),
  };
}

function healthOf(open: () => Folder | undefined, isSound = (_folder: Folder): boolean => true): PartHealth {
  try {
    using folder = open();
    if (folder === undefined) return 'absent';
    if (!isSound(folder)) return 'corrupt';
    return folder.isWritable() ? 'healthy' : 'unwritable';
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return error.code === 'UNSAFE' ? 'unsafe' : 'unwritable';
  }
}
