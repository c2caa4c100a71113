import type { Component } from 'svelte';

interface SettingsTab {
  readonly label: string;
  readonly path: string;
  /** What a credential needs to see it. */
  readonly scopes: readonly string[];
  readonly load: () => Promise<{ readonly default: Component }>;
}

export const settingsTabs: readonly SettingsTab[] = [
  { label: 'You', path: '', scopes: [], load: () => import('./YouTab.svelte') },
  { label: 'Tokens', path: 'tokens', scopes: ['token.manage'], load: () => import('./TokensTab.svelte') },
  { label: 'Members', path: 'members', scopes: [], load: () => import('./MembersTab.svelte') },
];
