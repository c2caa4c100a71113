import type { Component } from 'svelte';

interface Route {
  readonly pattern: string;
  /** Gives a component that takes `params`, or nothing. */
  readonly load: () => Promise<{ readonly default: Component<never> }>;
}

/** Every place of the page. A place is loaded when it is first gone to. */
export const routes: readonly Route[] = [
  { pattern: '/', load: () => import('../inbox/NeedsYouPage.svelte') },
  { pattern: '/sign-in', load: () => import('../inbox/NeedsYouPage.svelte') },
  { pattern: '/work', load: () => import('../work/list/WorkListPage.svelte') },
  { pattern: '/work/:key/lineage', load: () => import('../lineage/LineagePage.svelte') },
  { pattern: '/work/:key/:tab?', load: () => import('../work/WorkItemPage.svelte') },
  { pattern: '/documents/:id', load: () => import('../work/documents/DocumentPage.svelte') },
  { pattern: '/handoffs/:id', load: () => import('../handoffs/PackagePage.svelte') },
  { pattern: '/sessions', load: () => import('../sessions/SessionListPage.svelte') },
  { pattern: '/sessions/:id', load: () => import('../sessions/SessionPage.svelte') },
  { pattern: '/machines', load: () => import('../machines/MachinesPage.svelte') },
  { pattern: '/settings/:tab?', load: () => import('../settings/SettingsPage.svelte') },
];
