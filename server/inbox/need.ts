import type { Prisma } from '#prisma/generated/client/client.ts';

/** What can need somebody, in the order of what waiting costs; each is a group of its own in Needs You. */
export const needKinds = [
  'REJECTED_HANDOFF',
  'WAITING_HANDOFF',
  'INCOMPLETE_SESSION',
  'UNCERTAIN_SESSION',
  'STALLED_SESSION',
  'OPEN_BLOCKER',
  'RECORD_OFFER',
  'QUIET_MACHINE',
  'DISABLED_WEBHOOK',
] as const;

export type NeedKind = (typeof needKinds)[number];

/** One entry: what stands still, since when, and what somebody can do about it. */
export interface Need {
  /** Of the handoff, session, blocker, offer, machine or webhook itself. */
  readonly id: string;
  readonly kind: NeedKind;
  readonly title: string;
  readonly since: Date;
  /** One sentence: what would clear it. */
  readonly clearedBy: string;
  /** The work it is on; null for what is on none. Of a machine, that of the session which runs there longest. */
  readonly workItemId: string | null;
}

/** A part of a group: at most `take` entries, after the one with id `after`. */
export interface Window {
  readonly take: number;
  readonly after: string | null;
}

/** The same in the words of Prisma. */
export const pageOf = ({ take, after }: Window): { take: number; cursor?: { id: string }; skip?: number } =>
  after === null ? { take } : { take, cursor: { id: after }, skip: 1 };

/** Closed work needs nobody: its entries leave, and come back if it is reopened. */
export const openWork = {
  workItem: { state: { notIn: ['COMPLETED', 'CANCELLED'] } },
} satisfies Prisma.HandoffWhereInput;
