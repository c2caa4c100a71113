import type { Blocker, Handoff, Prisma, PrismaClient } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord, requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { clearedBy } from './cleared-by.ts';

/** What can need somebody; each is a group of its own in Needs You. */
export type NeedKind = 'REJECTED_HANDOFF' | 'WAITING_HANDOFF' | 'OPEN_BLOCKER';

/** One entry: what stands still, since when, and what somebody can do about it. */
export interface Need {
  /** The handoff's or the blocker's own id. */
  readonly id: string;
  readonly kind: NeedKind;
  readonly title: string;
  readonly since: Date;
  /** One sentence: what would clear it. */
  readonly clearedBy: string;
  readonly workItemId: string;
}

export interface PageRequest {
  readonly kind: NeedKind;
  readonly first: number;
  /** Id of the last entry of the page before; null for the first page. */
  readonly after: string | null;
}

/** Closed work needs nobody: its entries leave, and come back if it is reopened. */
const openWork = { workItem: { state: { notIn: ['COMPLETED', 'CANCELLED'] } } } satisfies Prisma.HandoffWhereInput;

/**
 * The next `first` entries of one group after the entry with id `after`. Handoffs: what waits longest comes first.
 * Blockers: critical before high, then the oldest first.
 */
export async function listNeeds(ctx: CommandContext, actor: Actor, page: PageRequest): Promise<Need[]> {
  const { kind, first, after } = page;
  requireGroupScopes(actor, kind);
  const window = { take: first, ...(after === null ? {} : { cursor: { id: after }, skip: 1 }) };
  return kind === 'OPEN_BLOCKER'
    ? readBlockers(ctx.prisma, actor, window)
    : readHandoffs(ctx.prisma, actor, kind, window);
}

/** How many entries a group has. */
export async function countNeeds(ctx: CommandContext, actor: Actor, kind: NeedKind): Promise<number> {
  requireGroupScopes(actor, kind);
  if (kind === 'OPEN_BLOCKER') return ctx.prisma.blocker.count({ where: blockersIn(actor) });
  return ctx.prisma.handoff.count({ where: handoffsIn(actor, kind) });
}

interface Window {
  readonly take: number;
  readonly skip?: number;
  readonly cursor?: { id: string };
}

async function readBlockers(prisma: PrismaClient, actor: Actor, window: Window): Promise<Need[]> {
  const blockers = await prisma.blocker.findMany({
    ...window,
    where: blockersIn(actor),
    orderBy: [{ severity: 'desc' }, { raisedAt: 'asc' }, { id: 'asc' }],
  });
  return blockers.map(blockerNeed);
}

async function readHandoffs(prisma: PrismaClient, actor: Actor, kind: NeedKind, window: Window): Promise<Need[]> {
  const since = kind === 'REJECTED_HANDOFF' ? 'rejectedAt' : 'compiledAt';
  const handoffs = await prisma.handoff.findMany({
    ...window,
    where: handoffsIn(actor, kind),
    orderBy: [{ [since]: 'asc' }, { id: 'asc' }],
  });
  return handoffs.map((handoff) => handoffNeed(kind, handoff, handoff[since] ?? handoff.requestedAt));
}

function requireGroupScopes(actor: Actor, kind: NeedKind): void {
  requireScope(actor, 'work.read', ...(kind === 'OPEN_BLOCKER' ? [] : (['handoff.read'] as const)));
}

const blockersIn = (actor: Actor): Prisma.BlockerWhereInput => ({
  ...reachRecord(actor),
  status: 'OPEN',
  severity: { in: ['HIGH', 'CRITICAL'] },
  ...openWork,
});

const handoffsIn = (actor: Actor, kind: NeedKind): Prisma.HandoffWhereInput => ({
  ...reachRecord(actor),
  state: kind === 'REJECTED_HANDOFF' ? 'REJECTED' : 'COMPILED',
  ...openWork,
});

function blockerNeed({ id, workItemId, title, raisedAt: since }: Blocker): Need {
  return { id, kind: 'OPEN_BLOCKER', title, since, clearedBy: clearedBy.openBlocker(), workItemId };
}

function handoffNeed(kind: NeedKind, handoff: Handoff, since: Date): Need {
  const { id, workItemId, purpose: title } = handoff;
  const remedy = kind === 'REJECTED_HANDOFF' ? clearedBy.rejection(handoff.rejectReason) : clearedBy.waiting(handoff);
  return { id, kind, title, since, clearedBy: remedy, workItemId };
}
