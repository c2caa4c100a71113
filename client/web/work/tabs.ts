import type { Component } from 'svelte';
import type { WorkItemPage } from '../../api/operations/page/work-item.ts';

/** One part of a work item's page. */
interface WorkTab {
  readonly label: string;
  /** The last part of its address; empty for the first. */
  readonly path: string;
  readonly countOf: (work: WorkItemPage) => number | undefined;
  /** Whether it is shown while nobody is on it; always, unless said. */
  readonly isKept?: (work: WorkItemPage) => boolean;
  readonly load: () => Promise<{ readonly default: Component<{ work: WorkItemPage }> }>;
}

export const tabs: readonly WorkTab[] = [
  { label: 'Overview', path: '', countOf: () => undefined, load: () => import('./overview/OverviewTab.svelte') },
  {
    label: 'Decisions',
    path: 'decisions',
    countOf: ({ counts }) => counts.decisions,
    load: () => import('./decisions/DecisionsTab.svelte'),
  },
  {
    label: 'Artifacts',
    path: 'artifacts',
    countOf: ({ counts }) => counts.artifacts,
    load: () => import('./artifacts/ArtifactsTab.svelte'),
  },
  {
    label: 'Blockers',
    path: 'blockers',
    countOf: ({ counts }) => counts.openBlockers,
    load: () => import('./blockers/BlockersTab.svelte'),
  },
  {
    label: 'Sessions',
    path: 'sessions',
    countOf: ({ counts }) => counts.sessions,
    load: () => import('../sessions/SessionsTab.svelte'),
  },
  {
    label: 'Handoffs',
    path: 'handoffs',
    countOf: ({ counts }) => counts.handoffs,
    load: () => import('../handoffs/HandoffsTab.svelte'),
  },
  {
    label: 'Documents',
    path: 'documents',
    countOf: ({ counts }) => counts.documents,
    isKept: ({ counts }) => counts.documents > 0,
    load: () => import('./documents/DocumentsTab.svelte'),
  },
  { label: 'History', path: 'history', countOf: () => undefined, load: () => import('./history/HistoryTab.svelte') },
];
