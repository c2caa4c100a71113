import type { Actor } from '#server/auth/actor.ts';
import { reachRecord, requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { NotFoundError } from '#server/errors.ts';
import { readPackageDocument } from '../packages/package-document.ts';
import { readPackageRecord } from '../packages/package-record.ts';
import { type ExplainedChange, explainedDiff } from './explained-diff.ts';

export interface VersionPair {
  readonly handoffId: string;
  readonly fromVersion: number;
  readonly toVersion: number;
}

/**
 * What differs between two versions of a handoff's package, item by item and with the event that caused it where one can
 * be known; empty for a version and itself. Throws NotFoundError for a version that does not exist within reach.
 */
export async function diffPackageVersions(
  ctx: CommandContext,
  actor: Actor,
  pair: VersionPair,
): Promise<ExplainedChange[]> {
  requireScope(actor, 'handoff.read');
  const { handoffId, fromVersion, toVersion } = pair;
  const packages = await ctx.prisma.handoffPackage.findMany({
    where: { handoffId, version: { in: [fromVersion, toVersion] }, ...reachRecord(actor) },
    select: { version: true, workItemId: true, document: true, record: true },
  });
  const stored = (version: number) => {
    const found = packages.find((one) => one.version === version);
    if (found === undefined) throw new NotFoundError('package version', `v${version}`);
    const { document, record, workItemId } = found;
    return { version, workItemId, document: readPackageDocument(document), record: readPackageRecord(record) };
  };
  const [before, after] = [stored(fromVersion), stored(toVersion)];
  return explainedDiff(ctx, actor, { handoffId, workItemId: after.workItemId, before, after });
}
