import type { LogEvent } from '../state/feed.svelte.ts';

const KINDS = /^(HANDOFF|BLOCKER|SESSION_ENDED|WORK_ITEM|MACHINE)/;

/** Whether an event may have put something into Needs You or taken it out. */
export const mayNeedSomebody = ({ type }: LogEvent): boolean => KINDS.test(type);
