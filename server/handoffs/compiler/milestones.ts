import { compareCodePoints } from '#schema/documents/handoff-package/compare-code-points.ts';
import type { CompletedSession, GatheredRecord, StateChange } from './gathered-record.ts';

interface Milestone {
  readonly at: number;
  readonly id: string;
  readonly says: string;
}

/**
 * What the work has behind it, for `state.completed`: its changes of state and its completed sessions, each once, by
 * time and then by id. An entry begins with its time and a session's names its id, so no two entries are the same text.
 */
export function milestones(record: Pick<GatheredRecord, 'stateChanges' | 'completedSessions'>): string[] {
  return [...(record.stateChanges ?? []).map(ofStateChange), ...(record.completedSessions ?? []).map(ofSession)]
    .sort((a, b) => a.at - b.at || compareCodePoints(a.id, b.id))
    .map(({ at, says }) => `${new Date(at).toISOString()} ${says}`);
}

const ofStateChange = ({ id, from, to, at }: StateChange): Milestone => ({
  id,
  at: Date.parse(at),
  says: `work moved from ${from.toLowerCase()} to ${to.toLowerCase()}`,
});

const ofSession = ({ id, runtime, purpose, at }: CompletedSession): Milestone => ({
  id,
  at: Date.parse(at),
  says: `${runtime} session ${id} completed: ${purpose}`,
});
