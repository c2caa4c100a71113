import type { EventType, SessionEventKind } from '../../../api/graphql/graphql.ts';
import type { SessionRecord, TimelineEntry } from '../../../api/operations/page/timeline.ts';
import type { PartOfList, Sight } from '../../state/list/part-of-list.ts';

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

/** What is held of a timeline, records among its entries. */
export interface HeldRows {
  /** The row of the first item, of all rows of the timeline. */
  readonly start: number;
  readonly items: readonly TimelineItem[];
}

/**
 * Puts records among the entries that are held, by time; both are in order. A record that lies before or behind what is
 * held still takes up its row there, so that an entry has the same row whichever part is held.
 */
export function rowsOf(
  { start, entries }: PartOfList<TimelineEntry>,
  records: readonly SessionRecord[],
  entryCount: number,
): HeldRows {
  const first = entries[0]?.occurredAt;
  const last = entries.at(-1)?.occurredAt;
  if (first === undefined || last === undefined) return { start: 0, items: entryCount === 0 ? records : [] };
  const isEnd = start + entries.length >= entryCount;
  const above = start === 0 ? 0 : records.filter(({ occurredAt }) => occurredAt < first).length;
  const among = records.slice(above).filter(({ occurredAt }) => isEnd || occurredAt < last);
  return { start: start + above, items: merged(entries, among) };
}

function merged(entries: readonly TimelineEntry[], records: readonly SessionRecord[]): readonly TimelineItem[] {
  const items: TimelineItem[] = [];
  let at = 0;
  for (const record of records) {
    for (let entry = entries[at]; entry !== undefined && entry.occurredAt <= record.occurredAt; entry = entries[++at])
      items.push(entry);
    items.push(record);
  }
  return [...items, ...entries.slice(at)];
}

/** The places of the entries that stand in rows; a guess for those that are not held, which is exact once they are. */
export function entriesInRows(
  { from, to }: Sight,
  { start, entries }: PartOfList<TimelineEntry>,
  { start: firstRow, items }: HeldRows,
): Sight {
  const entryAt = (row: number): number => {
    if (row <= firstRow) return Math.max(0, start - (firstRow - row));
    if (row >= firstRow + items.length) return start + entries.length + (row - firstRow - items.length);
    return start + items.slice(0, row - firstRow).filter((item) => !isRecord(item)).length;
  };
  return { from: entryAt(from), to: entryAt(to) };
}
