import type { PackageChange } from '#schema/documents/handoff-package/diff/package-change.ts';
import type { EventType } from '#server/events/event-types.ts';
import type { Cause, ComparedPackages, Compiled } from './cause.ts';

/** Which fact brings a record of a list into the package, which alters it there, and which takes it out. */
const facts: Readonly<Record<string, Partial<Record<PackageChange['kind'], EventType>>>> = {
  decisions: { added: 'decision.recorded', removed: 'decision.superseded' },
  // Another version of the same title takes the place of the one before.
  artifacts: { added: 'artifact.attached', changed: 'artifact.attached' },
  blockers: { added: 'blocker.raised', removed: 'blocker.resolved' },
};

/** The cause of a change to a decision, an artifact or a blocker; null for any other, and where its id was not kept. */
export function causeOfRecord(
  { before, after }: Pick<ComparedPackages, 'before' | 'after'>,
  { section, kind, item }: PackageChange,
): Cause | null {
  const type = facts[section]?.[kind];
  if (type === undefined || item === null) return null;
  const id = item.after === null ? idOf(before, section, item.before) : idOf(after, section, item.after);
  return id === undefined ? null : { type, subject: id };
}

function idOf({ record }: Compiled, section: PackageChange['section'], at: number | null): string | undefined {
  if (at === null) return undefined;
  if (section === 'decisions') return record.decisions?.[at]?.id;
  return (section === 'artifacts' ? record.artifacts : record.blockers)?.[at]?.id;
}
