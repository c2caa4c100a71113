import { describe, expect, it } from 'vitest';
import type { HistoryEntryFragment } from '#client/api/graphql/graphql.ts';
import { foldReports } from '#client/web/work/history/fold-reports.ts';

const entry = (
  id: number,
  type: HistoryEntryFragment['type'],
  agentSessionId: string | null,
): HistoryEntryFragment => ({
  ...{ id: `evt_${id}`, cursor: `${id}`, type, occurredAt: '2026-11-30T08:00:00.000Z', agentSessionId, data: [] },
  actor: { kind: 'SESSION', id: agentSessionId ?? 'usr_1', name: 'somebody' },
});
const files = (id: number, session: string) => entry(id, 'SESSION_WORKSPACE_REPORTED', session);
const pin = (id: number, session: string) => entry(id, 'SESSION_SOURCE_PINNED', session);
const shown = (entries: readonly HistoryEntryFragment[]) =>
  foldReports(entries).map(({ entries: row }) => row.map(({ cursor }) => cursor).join(' '));

describe('a history', () => {
  it('has the reports of a session between two other events in one row', () => {
    const decided = entry(3, 'DECISION_RECORDED', 'ses_1');
    expect(shown([files(5, 'ses_1'), pin(4, 'ses_1'), decided, files(2, 'ses_1')])).toEqual(['5 4', '3', '2']);
  });

  it('has a row for each of several sessions that report in turn', () => {
    expect(shown([files(4, 'ses_2'), files(3, 'ses_1'), pin(2, 'ses_2'), files(1, 'ses_1')])).toEqual(['4 2', '3 1']);
  });

  it('folds nothing else, however often it happened', () => {
    const decisions = [2, 1].map((id) => entry(id, 'DECISION_RECORDED', 'ses_1'));
    expect(shown(decisions)).toEqual(['2', '1']);
  });

  it('knows a row again when newer reports join it', () => {
    const before = [files(2, 'ses_1'), files(1, 'ses_1')];
    const [row] = foldReports(before);
    expect(foldReports([files(3, 'ses_1'), ...before])[0]?.id).toBe(row?.id);
  });
});
