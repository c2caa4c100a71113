import Ban from '@lucide/svelte/icons/ban';
import Circle from '@lucide/svelte/icons/circle';
import CircleCheck from '@lucide/svelte/icons/circle-check';
import CircleDashed from '@lucide/svelte/icons/circle-dashed';
import CircleDot from '@lucide/svelte/icons/circle-dot';
import CirclePlay from '@lucide/svelte/icons/circle-play';
import CircleX from '@lucide/svelte/icons/circle-x';
import CornerUpLeft from '@lucide/svelte/icons/corner-up-left';
import Eye from '@lucide/svelte/icons/eye';
import FileCheck from '@lucide/svelte/icons/file-check';
import Link2 from '@lucide/svelte/icons/link-2';
import Loader from '@lucide/svelte/icons/loader';
import OctagonAlert from '@lucide/svelte/icons/octagon-alert';
import type { Component } from 'svelte';

/** How a state looks: always an icon and a word beside the hue, since no hue alone says anything to everybody. */
export interface StateLook {
  readonly word: string;
  readonly hue: 'neutral' | 'accent' | 'violet' | 'green' | 'amber' | 'red';
  readonly icon: Component<{ size?: number; strokeWidth?: number }>;
  readonly isStruck?: true;
}

const looks = {
  handoff: {
    REQUESTED: { word: 'requested', hue: 'neutral', icon: CircleDashed },
    COMPILED: { word: 'compiled', hue: 'accent', icon: FileCheck },
    ACCEPTED: { word: 'accepted', hue: 'violet', icon: Link2 },
    COMPLETED: { word: 'completed', hue: 'green', icon: CircleCheck },
    REJECTED: { word: 'rejected', hue: 'amber', icon: CornerUpLeft },
    CANCELLED: { word: 'cancelled', hue: 'neutral', icon: Ban, isStruck: true },
  },
  work: {
    OPEN: { word: 'open', hue: 'neutral', icon: Circle },
    IN_PROGRESS: { word: 'in progress', hue: 'accent', icon: CircleDot },
    BLOCKED: { word: 'blocked', hue: 'amber', icon: OctagonAlert },
    REVIEW: { word: 'review', hue: 'violet', icon: Eye },
    COMPLETED: { word: 'completed', hue: 'green', icon: CircleCheck },
    CANCELLED: { word: 'cancelled', hue: 'neutral', icon: Ban, isStruck: true },
  },
  session: {
    REQUESTED: { word: 'requested', hue: 'neutral', icon: CircleDashed },
    STARTING: { word: 'starting', hue: 'neutral', icon: Loader },
    ACTIVE: { word: 'active', hue: 'accent', icon: CirclePlay },
    COMPLETED: { word: 'completed', hue: 'green', icon: CircleCheck },
    FAILED: { word: 'failed', hue: 'red', icon: CircleX },
    CANCELLED: { word: 'cancelled', hue: 'neutral', icon: Ban, isStruck: true },
    // No status of its own: what a completed one is called that completed nothing (sessionStanding).
    EXITED_WITHOUT_COMPLETION: { word: 'exited without completion', hue: 'amber', icon: CircleDashed },
  },
  blocker: {
    OPEN: { word: 'open', hue: 'amber', icon: OctagonAlert },
    RESOLVED: { word: 'resolved', hue: 'green', icon: CircleCheck },
  },
  webhook: {
    ENABLED: { word: 'enabled', hue: 'green', icon: CircleCheck },
    DISABLED: { word: 'disabled', hue: 'amber', icon: Ban },
  },
  delivery: {
    PENDING: { word: 'under way', hue: 'neutral', icon: Loader },
    DELIVERED: { word: 'delivered', hue: 'green', icon: CircleCheck },
    FAILED: { word: 'failed', hue: 'red', icon: CircleX },
  },
  severity: {
    LOW: { word: 'low', hue: 'neutral', icon: Circle },
    MEDIUM: { word: 'medium', hue: 'neutral', icon: CircleDot },
    HIGH: { word: 'high', hue: 'amber', icon: OctagonAlert },
    CRITICAL: { word: 'critical', hue: 'red', icon: OctagonAlert },
  },
} as const satisfies Record<string, Record<string, StateLook>>;

export type StateNoun = keyof typeof looks;

/** The look of a state. One that this page does not know, from a newer server, shows its own word. */
export function lookOf(noun: StateNoun, state: string): StateLook {
  const known: Readonly<Record<string, StateLook>> = looks[noun];
  return known[state] ?? { word: state.toLowerCase().replaceAll('_', ' '), hue: 'neutral', icon: Circle };
}
