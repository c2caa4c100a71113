import type { EventType, SessionEventKind } from '../../../api/graphql/graphql.ts';
import type { SessionRecord, TimelineEntry } from '../../../api/operations/page/timeline.ts';

/** One line of a timeline: what the runtime did, or what the record says that the session did. */
export type TimelineItem = TimelineEntry | SessionRecord;

interface Lane {
  readonly name: string;
  readonly kinds: readonly SessionEventKind[];
  readonly types: readonly EventType[];
}

/** The lanes of a timeline, from left to right. */
export const lanes: readonly Lane[] = [
  { name: 'run', kinds: ['STARTED', 'INIT', 'BLOCKED', 'COMPLETED', 'FAILED'], types: [] },
  { name: 'messages', kinds: ['MESSAGE'], types: [] },
  { name: 'tools', kinds: ['TOOL'], types: [] },
  { name: 'spend', kinds: ['USAGE'], types: [] },
  { name: 'files', kinds: [], types: ['SESSION_WORKSPACE_REPORTED'] },
  {
    name: 'records',
    kinds: [],
    types: [
      'DECISION_RECORDED',
      'DECISION_SUPERSEDED',
      'ARTIFACT_ATTACHED',
      'BLOCKER_RAISED',
      'BLOCKER_RESOLVED',
      'OUTCOME_RECORDED',
      'HANDOFF_REQUESTED',
      'HANDOFF_ACCEPTED',
      'HANDOFF_COMPLETED',
    ],
  },
];

export const isRecord = (item: TimelineItem): item is SessionRecord => 'type' in item;

/** The place of an item's lane; one of a newer server, which no lane knows, runs in the first. */
export const laneOf = (item: TimelineItem): number =>
  Math.max(
    0,
    lanes.findIndex(({ kinds, types }) => (isRecord(item) ? types.includes(item.type) : kinds.includes(item.kind))),
  );

/**
 * Entries and records in the order of time, both in order already. Records from before the oldest entry are left out
 * while older entries are still to be read: their place is not known yet.
 */
export function merged(
  entries: readonly TimelineEntry[],
  records: readonly SessionRecord[],
  hasOlder: boolean,
): readonly TimelineItem[] {
  const first = entries[0]?.occurredAt;
  const placed = hasOlder && first !== undefined ? records.filter(({ occurredAt }) => occurredAt >= first) : records;
  if (placed.length === 0) return entries;
  const items: TimelineItem[] = [];
  let at = 0;
  for (const record of placed) {
    for (let entry = entries[at]; entry !== undefined && entry.occurredAt <= record.occurredAt; entry = entries[++at])
      items.push(entry);
    items.push(record);
  }
  return [...items, ...entries.slice(at)];
}
