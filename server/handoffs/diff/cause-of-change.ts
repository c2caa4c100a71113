import type { ChangedItem, PackageChange } from '#schema/documents/handoff-package/diff/package-change.ts';
import type { EventType } from '#server/events/event-types.ts';
import { milestonesOf } from '../compiler/milestones.ts';
import { type Cause, type ComparedPackages, type Compiled, compileSubject, LAST, stateChangeSubject } from './cause.ts';
import { causeOfLink } from './cause-of-link.ts';
import { causeOfRecord } from './cause-of-record.ts';

/** Fields of the document that say a field of the work item, by the names that its event calls them. */
const workItemFields: Readonly<Record<string, string>> = {
  'work.title': 'title',
  'work.goal': 'goal',
  'work.task_type': 'taskType',
  'work.priority': 'priority',
  constraints: 'constraints',
  acceptance_criteria: 'acceptanceCriteria',
};

/**
 * What must have happened for a change between two packages to come about; null where the packages do not tell, as for an
 * item that only the bounds of its list brought in or out. Pure: whether it did happen, and when, is the log's to say.
 */
export function causeOfChange(compared: ComparedPackages, change: PackageChange): Cause | null {
  const { path, section } = change;
  const field = workItemFields[path];
  if (field !== undefined) return { type: 'work_item.updated', subject: field };
  if (path === 'work.state' || path === 'state.phase') return { type: 'work_item.state_changed', subject: LAST };
  if (path === 'next.objective') return causeOfObjective(compared);
  if (section === 'relevant_files') return causeOfFile(compared);
  if (change.item === null) return null;
  if (path === 'state.completed') return causeOfMilestone(compared.after, change.item);
  if (path === 'state.unresolved') return causeOfUnresolved(compared, change.item);
  if (path === 'evidence_links') return causeOfLink(compared, change);
  return causeOfRecord(compared, change);
}

/** Asked for by the compile of the later package, unless it is the work item's title that stands in for it. */
function causeOfObjective({ handoffId, before, after }: ComparedPackages): Cause | null {
  const isTitle = ({ record }: Compiled): boolean => record.handoff.objective === '';
  if (isTitle(before) && isTitle(after)) return { type: 'work_item.updated', subject: 'title' };
  if (before.version === null || after.version !== before.version + 1) return null;
  return { type: 'handoff.compiled', subject: compileSubject(handoffId, after.version) };
}

/** A report names no paths to the log, so a path's is known where the source reported once in between. */
function causeOfFile({ after: { record } }: ComparedPackages): Cause | null {
  return record.source === null
    ? null
    : { type: 'session.workspace_reported', subject: record.source.id, mustBeOnly: true };
}

function causeOfMilestone({ record }: Compiled, { after }: ChangedItem): Cause | null {
  const milestone = after === null ? undefined : milestonesOf(record)[after];
  if (milestone === undefined) return null;
  const { id, at, to } = milestone;
  return to === null
    ? { type: 'session.ended', subject: id }
    : { type: 'work_item.state_changed', subject: stateChangeSubject(at, to) };
}

/** The list holds the open blockers, then the rejections, then what the latest outcome found unmet. */
function causeOfUnresolved({ handoffId, before, after }: ComparedPackages, item: ChangedItem): Cause | null {
  const [side, at] = item.after === null ? [before, item.before ?? 0] : [after, item.after];
  const isGone = item.after === null;
  const { blockers, rejections } = side.record;
  const blocker = blockers?.[at];
  if (blocker !== undefined) return about(isGone ? 'blocker.resolved' : 'blocker.raised', blocker.id);
  const rejection = rejections?.[at - (blockers?.length ?? 0)];
  if (rejection === undefined) return { type: 'outcome.recorded', subject: LAST };
  if (!isGone) return about('handoff.rejected', rejection.handoffId);
  // What is compiled while it is rejected lists its own rejection, and that very compile offers it again.
  const isOwn = rejection.handoffId === handoffId && before.version !== null;
  return about('handoff.compiled', isOwn ? compileSubject(handoffId, before.version) : rejection.handoffId);
}

const about = (type: EventType, subject: string | undefined): Cause | null =>
  subject === undefined ? null : { type, subject };
