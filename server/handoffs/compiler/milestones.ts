import type { WorkItemState } from '#prisma/generated/client/client.ts';
import { compareCodePoints } from '#schema/documents/handoff-package/compare-code-points.ts';
import type { CompletedSession, GatheredRecord, StateChange } from './gathered-record.ts';

type History = Pick<GatheredRecord, 'stateChanges' | 'completedSessions'>;

interface Milestone {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly id: string;
  readonly says: string;
  /** The state that the work moved to; null for a completed session, whose id is `id`. */
  readonly to: WorkItemState | null;
}

/**
 * What the work has behind it, for `state.completed`: its changes of state and its completed sessions, each once, by
 * time and then by id. An entry begins with its time and a session's names its id, so no two entries are the same text.
 */
export const milestones = (record: History): string[] =>
  milestonesOf(record).map(({ at, says }) => `${new Date(at).toISOString()} ${says}`);

/** The same entries, as what they are about. */
export const milestonesOf = (record: History): Milestone[] =>
  [...(record.stateChanges ?? []).map(ofStateChange), ...(record.completedSessions ?? []).map(ofSession)].sort(
    (a, b) => a.at - b.at || compareCodePoints(a.id, b.id),
  );

const ofStateChange = ({ id, from, to, at }: StateChange): Milestone => ({
  id,
  at: Date.parse(at),
  to,
  says: `work moved from ${from.toLowerCase()} to ${to.toLowerCase()}`,
});

const ofSession = ({ id, runtime, purpose, at }: CompletedSession): Milestone => ({
  id,
  at: Date.parse(at),
  to: null,
  says: `${runtime} session ${id} completed: ${purpose}`,
});
