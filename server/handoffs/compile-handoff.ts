import type { Handoff, Prisma } from '#prisma/generated/client/client.ts';
import { sourcePin, type SourcePin } from '#schema/documents/freshness/source-pin.ts';
import { canonicalJson } from '#schema/documents/handoff-package/canonical-json.ts';
import { packageHash } from '#schema/documents/handoff-package/package-hash.ts';
import type { HandoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import type { Actor } from '#server/auth/actor.ts';
import { recordedActor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Tx } from '#server/db/transaction.ts';
import { once } from '#server/idempotency/once.ts';
import { checkedText } from '#server/text-limits.ts';
import { assemble } from './compiler/assemble.ts';
import { gather } from './compiler/gather.ts';
import type { GatheredRecord } from './compiler/gathered-record.ts';
import { nextHandoffState } from './lifecycle.ts';
import { lockHandoff } from './lock-handoff.ts';
import { recordHandoffEvent } from './record-handoff-event.ts';

export interface CompileHandoffInput {
  handoffId: string;
  /** What the destination is asked to do; the one given before stands when this is left out. */
  objective?: string | null | undefined;
  idempotencyKey: string;
}

/** UNCHANGED: the work has not moved, the package on offer is the answer. COMPILED: the first package of the handoff. */
export type CompileResult = 'COMPILED' | 'RECOMPILED' | 'UNCHANGED';

/** What a compile answers, and what a repeated request with the same key gets again. */
export type CompileAnswer = {
  readonly handoffId: string;
  readonly packageVersion: number;
  /** SHA-256, 64 hex digits. */
  readonly packageHash: string;
  readonly result: CompileResult;
};

/**
 * Compiles the record of the work item into a package and puts it on offer. When the work has not moved since the last
 * compile, the package on offer is the answer, and nothing is written.
 *
 * Always needs `session.read` beside `handoff.create`: a package, and its hash, must not depend on who compiles it.
 *
 * Throws NotFoundError, InvalidTransitionError once the handoff was accepted, completed or cancelled, ValidationError for
 * the objective.
 */
export async function compileHandoff(
  ctx: CommandContext,
  actor: Actor,
  input: CompileHandoffInput,
): Promise<CompileAnswer> {
  requireScope(actor, 'handoff.create', 'session.read');
  const { handoffId } = input;
  const objective = input.objective == null ? null : checkedText('objective', input.objective, 'objective');
  const { idempotencyKey: key, ...rest } = input;
  return once<CompileAnswer>(ctx, { actor, command: 'compileHandoff', key, input: rest }, async (tx) => {
    const handoff = await lockHandoff(tx, actor, handoffId);
    const state = nextHandoffState(handoff.state, 'COMPILE');
    const record = await gather(tx.db, handoffId);
    const asked = { ...record.handoff, objective: objective ?? record.handoff.objective };
    const compiledFrom = { ...record, handoff: asked };
    const document = assemble(compiledFrom, tx.now);
    const hash = packageHash(document);
    if (hash !== handoff.packageHash) {
      return offer(tx, ctx, actor, { handoff, compiledFrom, document, hash, objective });
    }
    const version = handoff.packageVersion;
    if (handoff.state !== state) {
      await tx.db.handoff.update({ where: { id: handoffId }, data: { state, compiledAt: tx.now } });
      recordHandoffEvent(tx, actor, handoff, 'compiled', { state, version, hash });
    }
    return { handoffId, packageVersion: version, packageHash: hash, result: 'UNCHANGED' };
  });
}

interface NewPackage {
  readonly handoff: Handoff;
  /** What the compiler read. */
  readonly compiledFrom: GatheredRecord;
  readonly document: HandoffPackageV1;
  readonly hash: string;
  /** Null where the caller gave none. */
  readonly objective: string | null;
}

/** Keeps the document as the next version and puts it on offer. */
async function offer(
  tx: Tx,
  ctx: CommandContext,
  actor: Actor,
  { handoff, compiledFrom, document, hash, objective }: NewPackage,
): Promise<CompileAnswer> {
  const { id: handoffId, organisationId, workItemId } = handoff;
  const version = handoff.packageVersion + 1;
  const compiled = { compiledAt: tx.now, compiledBy: { ...recordedActor(actor) } };
  const place = { id: ctx.ids.next('pkg'), organisationId, workItemId, handoffId };
  const pinned = await pinOf(tx, handoff.sourceSessionId);
  await tx.db.handoffPackage.create({
    data: {
      ...{ ...place, ...compiled, ...pinned, version, hash, document: canonicalJson(document) },
      record: compiledFrom as unknown as Prisma.InputJsonObject,
    },
  });
  await tx.db.handoff.update({
    where: { id: handoffId },
    data: {
      state: 'COMPILED',
      packageVersion: version,
      packageHash: hash,
      compiledAt: tx.now,
      ...(objective === null ? {} : { objective }),
    },
  });
  recordHandoffEvent(tx, actor, handoff, 'compiled', { state: 'COMPILED', version, hash });
  return { handoffId, packageVersion: version, packageHash: hash, result: version === 1 ? 'COMPILED' : 'RECOMPILED' };
}

/** Where the source's repository stood last; beside the document, so that its hash says nothing of it. */
async function pinOf(tx: Tx, agentSessionId: string | null): Promise<{ sourcePin?: SourcePin }> {
  if (agentSessionId === null) return {};
  const newest = await tx.db.sourcePin.findUnique({ where: { agentSessionId }, select: { pin: true } });
  return newest === null ? {} : { sourcePin: sourcePin.parse(newest.pin) };
}
