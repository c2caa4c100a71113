import type { Run } from './drawn-lineage.ts';

/** What is folded away in a run beside its sessions, in words; else what its last session was for. */
export function runWords({ sessions, handoffCount }: Run): string {
  if (handoffCount === 0) return sessions.at(-1)?.purpose ?? '';
  return handoffCount === 1 ? '1 handoff among them' : `${handoffCount} handoffs among them`;
}
