import type { LogEvent } from '../state/feed.svelte.ts';

const KINDS = /^(HANDOFF|BLOCKER|SESSION_(ENDED|REGISTERED|STATUS|RECORDS|OFFER)|LAUNCH|WORK_ITEM|MACHINE|WEBHOOK)/;

/** Whether an event may have put something into Needs You or taken it out. */
export const mayNeedSomebody = ({ type }: LogEvent): boolean => KINDS.test(type);
