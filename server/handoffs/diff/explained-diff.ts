import type { Event } from '#prisma/generated/client/client.ts';
import { diffPackages } from '#schema/documents/handoff-package/diff/diff.ts';
import type { PackageChange } from '#schema/documents/handoff-package/diff/package-change.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { GatheredRecord } from '../compiler/gathered-record.ts';
import type { Compiled } from './cause.ts';
import { causeOfChange } from './cause-of-change.ts';
import { findCauses, keyOf } from './find-causes.ts';

/** A difference between two packages, and the fact by which it came about; null where that cannot be known. */
export interface ExplainedChange extends PackageChange {
  readonly event: Event | null;
}

/** Two packages of one handoff, the earlier one first. `record` is null where it was not kept. */
export interface PackagePair {
  readonly handoffId: string;
  readonly workItemId: string;
  readonly before: ReadPackage;
  readonly after: ReadPackage;
}

type ReadPackage = Omit<Compiled, 'record'> & { readonly record: GatheredRecord | null };

/**
 * What differs between two packages, and of each change the event that caused it. Facts are looked for between what the
 * two packages know of the log, so one that was written while a package was compiled counts for the one that has it in.
 * None is named of packages from before their place in the log was kept, of a pair read backwards, of facts that are no
 * longer kept, and to a credential that may not read the log.
 */
export async function explainedDiff(
  ctx: CommandContext,
  actor: Actor,
  { handoffId, workItemId, ...pair }: PackagePair,
): Promise<ExplainedChange[]> {
  const changes = diffPackages(pair.before.document, pair.after.document);
  const [before, after] = [placed(pair.before), placed(pair.after)];
  if (before === null || after === null || !actor.scopes.has('work.read')) {
    return changes.map((change) => ({ ...change, event: null }));
  }
  const compared = { handoffId, before, after, changes };
  const causes = changes.map((change) => causeOfChange(compared, change));
  const part = { organisationId: actor.organisationId, workItemId, handoffId };
  const events = await findCauses(
    ctx.prisma,
    { ...part, after: before.logEnd, until: after.logEnd },
    causes.filter((cause) => cause !== null),
  );
  return changes.map((change, at) => {
    const cause = causes[at] ?? null;
    return { ...change, event: (cause === null ? undefined : events.get(keyOf(cause))) ?? null };
  });
}

/** The package with how far the log reached when it was compiled; null where that was not kept. */
function placed({ record, ...side }: ReadPackage): (Compiled & { readonly logEnd: bigint }) | null {
  return record?.logEnd === undefined ? null : { ...side, record, logEnd: BigInt(record.logEnd) };
}
