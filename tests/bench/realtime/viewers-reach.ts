import { setTimeout as pause } from 'node:timers/promises';
import type { App } from '#server/app.ts';

/** Returns once exactly so many viewers are live. */
export async function viewersReach(app: App, count: number): Promise<void> {
  while (app.viewers.census().live !== count) await pause(10);
}
