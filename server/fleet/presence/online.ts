import type { MachinePresence } from '#prisma/generated/client/client.ts';

/** How long a machine stays online after its daemon was last heard of, in milliseconds: four heartbeats and a half. */
export const OFFLINE_AFTER_MS = 45_000;

type Seen = Pick<MachinePresence, 'lastSeenAt' | 'signedOffAt'>;

/** Whether the daemon of a machine serves it at `now`: heard of not long ago, and it has not said goodbye. */
export const isOnline = (presence: Seen | null, now: Date): boolean =>
  presence !== null &&
  presence.signedOffAt === null &&
  now.getTime() - presence.lastSeenAt.getTime() <= OFFLINE_AFTER_MS;
