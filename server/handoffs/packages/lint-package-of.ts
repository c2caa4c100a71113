import { lintPackage, type LintWarning } from '#schema/documents/handoff-package/lint/lint.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord, requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { NotFoundError } from '#server/errors.ts';
import { shortRef } from '#server/work/row-id.ts';
import { freshnessOf } from '../freshness/read-freshness.ts';
import { readPackageDocument } from './package-document.ts';

/** Most superseded decisions that are looked for in the texts of a package: the newest. */
const SUPERSEDED_LIMIT = 500;

/**
 * Warnings about one stored package, for whoever is about to accept it, read against the record as it stands now.
 * Throws NotFoundError.
 */
export async function lintPackageOf(ctx: CommandContext, actor: Actor, packageId: string): Promise<LintWarning[]> {
  requireScope(actor, 'handoff.read');
  const stored = await ctx.prisma.handoffPackage.findFirst({
    where: { id: packageId, ...reachRecord(actor) },
    select: { document: true, workItemId: true, version: true, handoff: true },
  });
  if (stored === null) throw new NotFoundError('package', shortRef(packageId));
  const { workItemId } = stored;
  const [superseded, outcome, freshness] = await Promise.all([
    ctx.prisma.decision.findMany({
      where: { workItemId, supersededById: { not: null } },
      orderBy: [{ recordedAt: 'desc' }, { id: 'desc' }],
      take: SUPERSEDED_LIMIT,
      select: { id: true, statement: true },
    }),
    ctx.prisma.outcome.findFirst({
      where: { workItemId },
      orderBy: [{ recordedAt: 'desc' }, { id: 'desc' }],
      select: { evidence: true },
    }),
    freshnessOf(ctx.prisma, stored.handoff, stored.version),
  ]);
  return lintPackage(readPackageDocument(stored.document), {
    superseded,
    outcomeEvidence: outcome?.evidence ?? [],
    uncommittedFiles: freshness.pin?.uncommittedFiles ?? 0,
    freshness: freshness.findings,
  });
}
