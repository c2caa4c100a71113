import type { CommandContext } from '#server/command-context.ts';
import type { Actor } from './actor.ts';
import { isScope } from './scopes.ts';
import { hashSecret } from './secret.ts';

/** How exact `lastUsedAt` is, in milliseconds: a token in use is written to at most this often. */
const LAST_USED_GRAIN_MS = 60_000;

/** What one look-up tells: the token, and whoever it acts for. */
interface TokenRow {
  id: string;
  organisationId: string;
  kind: 'MEMBER' | 'MACHINE' | 'SESSION';
  scopes: string[];
  expiresAt: Date | null;
  revokedAt: Date | null;
  lastUsedAt: Date | null;
  memberId: string | null;
  memberName: string | null;
  role: 'OWNER' | 'MEMBER' | null;
  machineId: string | null;
  machineName: string | null;
  sessionId: string | null;
  runtime: string | null;
  sessionLives: boolean | null;
  workItemId: string | null;
}

/**
 * The actor that a secret stands for, or null when it is unknown, revoked, expired, or its session has ended. The work
 * is the same for all of them: one hash and one indexed query. Only a hash is ever compared, and by the index, so the
 * time an answer takes tells nothing about the secrets that exist.
 */
export async function authenticate(
  ctx: Pick<CommandContext, 'prisma' | 'clock'>,
  secret: string,
): Promise<Actor | null> {
  const row = await findToken(ctx, hashSecret(secret));
  const now = ctx.clock.now();
  if (row === undefined || row.revokedAt !== null) return null;
  if (row.expiresAt !== null && row.expiresAt.getTime() <= now.getTime()) return null;
  const actor = actorOf(row);
  if (actor !== null) noteUse(ctx, row, now);
  return actor;
}

async function findToken(ctx: Pick<CommandContext, 'prisma'>, hash: string): Promise<TokenRow | undefined> {
  const rows = await ctx.prisma.$queryRaw<TokenRow[]>`
    SELECT t."id", t."organisationId", t."kind", t."scopes", t."expiresAt", t."revokedAt", t."lastUsedAt",
           u."id" AS "memberId", u."name" AS "memberName", u."role",
           m."id" AS "machineId", m."name" AS "machineName",
           s."id" AS "sessionId", s."runtime", s."workItemId", s."endedAt" IS NULL AS "sessionLives"
    FROM "Token" t
    LEFT JOIN "Member" u ON u."id" = t."memberId"
    LEFT JOIN "Machine" m ON m."id" = t."machineId"
    LEFT JOIN "AgentSession" s ON s."id" = t."agentSessionId"
    WHERE t."hash" = ${hash}`;
  return rows[0];
}

function actorOf(row: TokenRow): Actor | null {
  const { organisationId, id: tokenId } = row;
  const held = { organisationId, tokenId, scopes: new Set(row.scopes.filter(isScope)) };
  switch (row.kind) {
    case 'MEMBER': {
      const { memberId: id, memberName: name, role } = row;
      return id === null || name === null || role === null ? null : { kind: 'member', id, name, role, ...held };
    }
    case 'MACHINE': {
      const { machineId: id, machineName: name } = row;
      return id === null || name === null ? null : { kind: 'machine', id, name, machineId: id, ...held };
    }
    case 'SESSION': {
      const { sessionId: id, runtime: name, workItemId } = row;
      if (id === null || name === null || workItemId === null || row.sessionLives !== true) return null;
      return { kind: 'session', id, name, sessionId: id, workItemId, ...held };
    }
  }
}

/** Notes the use beside the request, which neither waits for it nor fails with it. */
function noteUse({ prisma }: Pick<CommandContext, 'prisma'>, { id, lastUsedAt }: TokenRow, now: Date): void {
  const grainAgo = new Date(now.getTime() - LAST_USED_GRAIN_MS);
  if (lastUsedAt !== null && lastUsedAt > grainAgo) return;
  const notNotedYet = { OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: grainAgo } }] };
  prisma.token.updateMany({ where: { id, ...notNotedYet }, data: { lastUsedAt: now } }).catch((cause: unknown) => {
    process.emitWarning(new Error(`The last use of token ${id} was not noted.`, { cause }));
  });
}
