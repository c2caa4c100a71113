import type { MachinePresence } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import { isOnline } from './online.ts';

/** Whether a daemon serves the machine with this presence now, by the server's clock. */
export const isMachineOnline = (
  ctx: Pick<CommandContext, 'clock'>,
  _actor: Actor,
  presence: Pick<MachinePresence, 'lastSeenAt' | 'signedOffAt'> | null,
): boolean => isOnline(presence, ctx.clock.now());
