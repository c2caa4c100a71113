import { packageHash } from '#schema/documents/handoff-package/package-hash.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord, requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { NotFoundError } from '#server/errors.ts';
import { shortRef } from '#server/work/row-id.ts';
import { assemble } from '../compiler/assemble.ts';
import { readPackageRecord } from './package-record.ts';

/**
 * Compiles a package again from the record as it stood at its compile, and gives the hash: that of the package, unless the
 * compiler, the kept record or the package is another one by now. Null for a package whose record was not kept. Writes
 * nothing. Throws NotFoundError.
 */
export async function recompilePackage(ctx: CommandContext, actor: Actor, packageId: string): Promise<string | null> {
  requireScope(actor, 'handoff.read');
  const where = { id: packageId, ...reachRecord(actor) };
  const stored = await ctx.prisma.handoffPackage.findFirst({ where, select: { record: true, compiledAt: true } });
  if (stored === null) throw new NotFoundError('package', shortRef(packageId));
  const record = readPackageRecord(stored.record);
  return record === null ? null : packageHash(assemble(record, stored.compiledAt));
}
