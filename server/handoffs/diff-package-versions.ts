import { diffPackages } from '#schema/documents/handoff-package/diff.ts';
import type { PackageChange } from '#schema/documents/handoff-package/package-change.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord, requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { NotFoundError } from '#server/errors.ts';
import { readPackageDocument } from './package-document.ts';

export interface VersionPair {
  readonly handoffId: string;
  readonly fromVersion: number;
  readonly toVersion: number;
}

/**
 * What differs between two versions of a handoff's package, item by item; empty for a version and itself. Throws
 * NotFoundError for a version that does not exist within reach.
 */
export async function diffPackageVersions(
  ctx: CommandContext,
  actor: Actor,
  pair: VersionPair,
): Promise<PackageChange[]> {
  requireScope(actor, 'handoff.read');
  const { handoffId, fromVersion, toVersion } = pair;
  const packages = await ctx.prisma.handoffPackage.findMany({
    where: { handoffId, version: { in: [fromVersion, toVersion] }, ...reachRecord(actor) },
    select: { version: true, document: true },
  });
  const documentOf = (version: number) => {
    const found = packages.find((one) => one.version === version);
    if (found === undefined) throw new NotFoundError('package version', `v${version}`);
    return readPackageDocument(found.document);
  };
  return diffPackages(documentOf(fromVersion), documentOf(toVersion));
}
