import CircleUserRound from '@lucide/svelte/icons/circle-user-round';
import Inbox from '@lucide/svelte/icons/inbox';
import ListTodo from '@lucide/svelte/icons/list-todo';
import MonitorCog from '@lucide/svelte/icons/monitor-cog';
import SquareTerminal from '@lucide/svelte/icons/square-terminal';
import type { Component } from 'svelte';

/** One of the five places of the side bar. */
interface Place {
  readonly name: string;
  readonly href: string;
  /** Beginnings of the addresses that lie within it. */
  readonly within: readonly string[];
  readonly icon: Component<{ size?: number }>;
  /** Typed after `g`. */
  readonly key: string;
}

export const places: readonly Place[] = [
  { name: 'Needs You', href: '/', within: [], icon: Inbox, key: 'n' },
  { name: 'Work', href: '/work', within: ['/work', '/handoffs', '/documents'], icon: ListTodo, key: 'w' },
  { name: 'Sessions', href: '/sessions', within: ['/sessions'], icon: SquareTerminal, key: 's' },
  { name: 'Machines', href: '/machines', within: ['/machines'], icon: MonitorCog, key: 'm' },
  { name: 'Settings', href: '/settings', within: ['/settings'], icon: CircleUserRound, key: ',' },
];

export const isWithin = (place: Place, path: string): boolean =>
  path === place.href || place.within.some((start) => path === start || path.startsWith(`${start}/`));
