import { createContext } from 'svelte';
import type { Connection } from '../../api/connection.ts';
import type { Viewer } from '../../api/operations/organisation/viewer.ts';
import type { Feed } from './feed.svelte.ts';

/** What every part of the page stands on: the server, who is signed in, and what happens. */
export interface Kernel {
  readonly connection: Connection;
  readonly viewer: Viewer;
  readonly feed: Feed;
  /** Whether the viewer's credential has every one of these scopes: what it lacks is not offered. */
  readonly can: (...scopes: readonly string[]) => boolean;
  /** Signs this browser out. Throws an Error with what to do when that did not work. */
  readonly leave: () => Promise<void>;
}

export const [useKernel, provideKernel] = createContext<Kernel>();
