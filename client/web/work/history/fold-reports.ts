import type { HistoryEntryFragment } from '../../../api/graphql/graphql.ts';

/** What is shown in one row: an entry, or what a session reported again and again while nothing else happened. */
export interface HistoryRow {
  /** Stays the same while newer reports join. */
  readonly id: string;
  /** Newest first; one, unless they are reports. */
  readonly entries: readonly [HistoryEntryFragment, ...HistoryEntryFragment[]];
}

/** What machines report by themselves while a session runs, every time it changed. */
const reports: readonly string[] = ['SESSION_WORKSPACE_REPORTED', 'SESSION_SOURCE_PINNED'];

/**
 * The rows of a history, whose entries come newest first. The reports of a session between two other events are one row,
 * in the place of the newest, also where several sessions report in turn.
 */
export function foldReports(entries: readonly HistoryEntryFragment[]): readonly HistoryRow[] {
  const rows: [HistoryEntryFragment, ...HistoryEntryFragment[]][] = [];
  let bySession = new Map<string, (typeof rows)[number]>();
  for (const entry of entries) {
    const session = entry.agentSessionId ?? undefined;
    if (session === undefined || !reports.includes(entry.type)) {
      bySession = new Map();
      rows.push([entry]);
      continue;
    }
    const row = bySession.get(session);
    if (row === undefined) {
      const begun: (typeof rows)[number] = [entry];
      bySession.set(session, begun);
      rows.push(begun);
    } else row.push(entry);
  }
  return rows.map((row) => ({ id: row.at(-1)?.id ?? row[0].id, entries: row }));
}
