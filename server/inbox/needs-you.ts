import type { Actor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { blockers } from './groups/blockers.ts';
import { endedSessions } from './groups/ended-sessions.ts';
import type { Group } from './groups/group.ts';
import { handoffs } from './groups/handoffs.ts';
import { offers } from './groups/offers.ts';
import { quietMachines } from './groups/quiet-machines.ts';
import { stalledSessions } from './groups/stalled-sessions.ts';
import { uncertainSessions } from './groups/uncertain-sessions.ts';
import { webhooks } from './groups/webhooks.ts';
import type { Need, NeedKind } from './need.ts';

export interface PageRequest {
  readonly kind: NeedKind;
  readonly first: number;
  /** Id of the last entry of the page before; null for the first page. */
  readonly after: string | null;
}

const groups: Readonly<Record<NeedKind, Group>> = {
  REJECTED_HANDOFF: handoffs('REJECTED_HANDOFF'),
  WAITING_HANDOFF: handoffs('WAITING_HANDOFF'),
  INCOMPLETE_SESSION: endedSessions,
  UNCERTAIN_SESSION: uncertainSessions,
  STALLED_SESSION: stalledSessions,
  OPEN_BLOCKER: blockers,
  RECORD_OFFER: offers,
  QUIET_MACHINE: quietMachines,
  DISABLED_WEBHOOK: webhooks,
};

/**
 * The next `first` entries of one group after the entry with id `after`: what waits longest comes first, and of blockers
 * the critical ones. Throws ForbiddenError without the scopes of the group.
 */
export async function listNeeds(ctx: CommandContext, actor: Actor, page: PageRequest): Promise<Need[]> {
  const { kind, first: take, after } = page;
  const group = groups[kind];
  requireScope(actor, ...group.scopes);
  return group.list(ctx, actor, { take, after });
}

/** How many entries a group has. */
export async function countNeeds(ctx: CommandContext, actor: Actor, kind: NeedKind): Promise<number> {
  const group = groups[kind];
  requireScope(actor, ...group.scopes);
  return group.count(ctx, actor);
}
