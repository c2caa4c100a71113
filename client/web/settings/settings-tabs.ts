import type { Component } from 'svelte';

interface SettingsTab {
  readonly label: string;
  readonly path: string;
  /** What a credential needs to see it. */
  readonly scopes: readonly string[];
  /** Whether it is for owners alone. */
  readonly isOwners?: boolean;
  readonly load: () => Promise<{ readonly default: Component }>;
}

export const settingsTabs: readonly SettingsTab[] = [
  { label: 'You', path: '', scopes: [], load: () => import('./YouTab.svelte') },
  { label: 'Tokens', path: 'tokens', scopes: ['token.manage'], load: () => import('./tokens/TokensTab.svelte') },
  { label: 'Members', path: 'members', scopes: [], load: () => import('./members/MembersTab.svelte') },
  {
    label: 'Webhooks',
    path: 'webhooks',
    scopes: ['token.manage'],
    isOwners: true,
    load: () => import('./webhooks/WebhooksTab.svelte'),
  },
  {
    label: 'Retention',
    path: 'retention',
    scopes: ['token.manage'],
    isOwners: true,
    load: () => import('./RetentionTab.svelte'),
  },
];
