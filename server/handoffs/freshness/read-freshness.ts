import { type FreshnessFinding, freshnessFindings, sourceFindings } from '#schema/documents/freshness/findings.ts';
import {
  freshnessLook,
  type FreshnessLook,
  sourcePin,
  type SourcePin,
} from '#schema/documents/freshness/source-pin.ts';
import type { FreshnessCheck, Handoff, Prisma, PrismaClient } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord, requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';

/** NOT_PINNED: nothing to hold against; NOT_CHECKED: no destination looked yet; SAME; MOVED: what differs is told. */
export type FreshnessState = 'NOT_PINNED' | 'NOT_CHECKED' | 'SAME' | 'MOVED';

/** How the workspace of a handoff's destination stands to the one its package came from. */
export interface Freshness {
  readonly state: FreshnessState;
  readonly packageVersion: number;
  readonly pin: SourcePin | null;
  readonly check: Check | null;
  readonly findings: readonly FreshnessFinding[];
}

/** One look of a destination. */
export interface Check {
  readonly look: FreshnessLook;
  readonly agentSessionId: string;
  readonly checkedAt: Date;
  readonly checkedBy: Prisma.JsonValue;
}

type Db = Pick<PrismaClient, 'handoff' | 'handoffPackage' | 'freshnessCheck' | 'sourcePin' | 'agentSession'>;

/**
 * The freshness of the package on offer: the look of the session that took it on, else the newest of any session that was
 * started from it. Null before the first compile and for a handoff out of the actor's reach.
 */
export async function readFreshness(ctx: CommandContext, actor: Actor, handoffId: string): Promise<Freshness | null> {
  requireScope(actor, 'handoff.read');
  const handoff = await ctx.prisma.handoff.findFirst({ where: { id: handoffId, ...reachRecord(actor) } });
  return handoff === null || handoff.packageVersion === 0
    ? null
    : freshnessOf(ctx.prisma, handoff, handoff.packageVersion);
}

/** The freshness of one version of a handoff's package. For callers that checked the reach. */
export async function freshnessOf(
  db: Db,
  { id: handoffId, sourceSessionId }: Pick<Handoff, 'id' | 'sourceSessionId'>,
  packageVersion: number,
): Promise<Freshness> {
  const where = { handoffId_version: { handoffId, version: packageVersion } };
  const stored = await db.handoffPackage.findUniqueOrThrow({ where, select: { sourcePin: true } });
  const check = await lookAt(db, handoffId, packageVersion);
  const of = { packageVersion, check };
  if (stored.sourcePin === null) return { ...of, state: 'NOT_PINNED', pin: null, findings: [] };
  const pin = sourcePin.parse(stored.sourcePin);
  const moved = sourceFindings(pin, await newestPin(db, sourceSessionId));
  if (check === null) return { ...of, state: 'NOT_CHECKED', pin, findings: moved };
  const findings = [...freshnessFindings(pin, check.look), ...moved];
  return { ...of, state: findings.length === 0 ? 'SAME' : 'MOVED', pin, findings };
}

async function newestPin(db: Db, agentSessionId: string | null): Promise<SourcePin | null> {
  if (agentSessionId === null) return null;
  const newest = await db.sourcePin.findUnique({ where: { agentSessionId }, select: { pin: true } });
  return newest === null ? null : sourcePin.parse(newest.pin);
}

async function lookAt(db: Db, handoffId: string, packageVersion: number): Promise<Check | null> {
  const taker = await db.agentSession.findUnique({ where: { handoffId }, select: { id: true } });
  const looks = await db.freshnessCheck.findMany({
    where: { handoffId, packageVersion },
    orderBy: [{ checkedAt: 'desc' }, { agentSessionId: 'desc' }],
    take: 50,
  });
  const found = taker === null ? looks[0] : looks.find(({ agentSessionId }) => agentSessionId === taker.id);
  return found === undefined ? null : checkOf(found);
}

const checkOf = ({ look, agentSessionId, checkedAt, checkedBy }: FreshnessCheck): Check => ({
  ...{ agentSessionId, checkedAt, checkedBy },
  look: freshnessLook.parse(look),
});
