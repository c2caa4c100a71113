import { packageHash } from '#schema/documents/handoff-package/package-hash.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord, requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { NotFoundError } from '#server/errors.ts';
import { shortRef } from '#server/work/row-id.ts';
import { assemble } from '../compiler/assemble.ts';
import { gather } from '../compiler/gather.ts';
import { type ExplainedChange, explainedDiff } from '../diff/explained-diff.ts';
import { handoffTransitions } from '../lifecycle.ts';
import { readPackageDocument } from './package-document.ts';
import { readPackageRecord } from './package-record.ts';

/** How the package on offer stands to the record of this moment. */
export interface CompilePreview {
  /** Whether a compile now would give another package. */
  readonly hasMoved: boolean;
  /** The hash that it would give. */
  readonly wouldBeHash: string;
  /** What would differ, and by which event where one can be known; empty when nothing moved. */
  readonly changes: readonly ExplainedChange[];
}

/**
 * Compiles without writing anything, and compares with the package on offer. Null where there is nothing to compare: no
 * package yet, or a state in which a compile is refused.
 *
 * Needs `session.read`, as a compile does. Throws NotFoundError.
 */
export async function previewCompile(
  ctx: CommandContext,
  actor: Actor,
  handoffId: string,
): Promise<CompilePreview | null> {
  requireScope(actor, 'handoff.read', 'session.read');
  const handoff = await ctx.prisma.handoff.findFirst({ where: { id: handoffId, ...reachRecord(actor) } });
  if (handoff === null) throw new NotFoundError('handoff', shortRef(handoffId));
  const { state, packageHash: onOffer, packageVersion: version } = handoff;
  if (onOffer === null || handoffTransitions[state].COMPILE === null) return null;
  const record = await gather(ctx.prisma, handoffId);
  const document = assemble(record, ctx.clock.now());
  const wouldBeHash = packageHash(document);
  if (wouldBeHash === onOffer) return { hasMoved: false, wouldBeHash, changes: [] };
  const offered = await ctx.prisma.handoffPackage.findUniqueOrThrow({
    where: { handoffId_version: { handoffId, version } },
    select: { document: true, record: true, workItemId: true },
  });
  const changes = await explainedDiff(ctx, actor, {
    ...{ handoffId, workItemId: offered.workItemId },
    before: { version, document: readPackageDocument(offered.document), record: readPackageRecord(offered.record) },
    after: { version: null, document, record },
  });
  return { hasMoved: true, wouldBeHash, changes };
}
