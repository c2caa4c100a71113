import type { Connection } from '#client/api/connection.ts';
import type { WorkItemRef } from '#client/api/graphql/graphql.ts';
import { listArtifacts } from '#client/api/operations/artifacts.ts';
import { listBlockers } from '#client/api/operations/blockers.ts';
import { listDecisions } from '#client/api/operations/decisions.ts';
import { listHandoffs } from '#client/api/operations/handoffs.ts';
import { fetchWorkItem } from '#client/api/operations/work.ts';
import { shortText } from '../../results/fit-items.ts';

/** Most entries of a list that are read for one page. */
const MAX_ENTRIES = 1000;

/** An entry of the record as the model gets it: text that somebody wrote, and who. */
export type RecordEntry = Readonly<Record<string, string | number | boolean | null | string[]>>;

type Reader = (connection: Connection, ref: WorkItemRef) => Promise<RecordEntry[]>;

const writer = ({ kind, name }: { readonly kind: string; readonly name: string }): string =>
  shortText(`${kind.toLowerCase()} ${name}`, 300);

const texts = async (values: readonly string[]): Promise<RecordEntry[]> =>
  values.map((text, at) => ({ number: at + 1, text: shortText(text) }));

/** The lists of a work item that work_read gives page by page, newest first where they have a time. */
export const workParts = {
  constraints: async (connection, ref) => texts((await fetchWorkItem(connection, ref)).constraints),
  criteria: async (connection, ref) =>
    (await fetchWorkItem(connection, ref)).criteria.map(({ text, met }) => ({
      text: shortText(text),
      met: met ?? 'not judged',
    })),
  decisions: async (connection, ref) =>
    (await listDecisions(connection, ref, MAX_ENTRIES, false)).entries.map((decision) => ({
      id: decision.id,
      statement: shortText(decision.statement),
      rationale: shortText(decision.rationale),
      evidence: decision.evidence.slice(0, 10).map((link) => shortText(link, 500)),
      recorded_at: decision.recordedAt,
      by: writer(decision.recordedBy),
    })),
  blockers: async (connection, ref) =>
    (await listBlockers(connection, ref, MAX_ENTRIES, 'OPEN')).entries.map((blocker) => ({
      id: blocker.id,
      severity: blocker.severity.toLowerCase(),
      title: shortText(blocker.title),
      detail: shortText(blocker.detail),
      raised_at: blocker.raisedAt,
      by: writer(blocker.recordedBy),
    })),
  artifacts: async (connection, ref) =>
    (await listArtifacts(connection, ref, MAX_ENTRIES, false)).entries.map((artifact) => ({
      id: artifact.id,
      type: shortText(artifact.type, 100),
      title: shortText(artifact.title, 1000),
      version: artifact.version,
      uri: artifact.uri === null || artifact.uri === undefined ? null : shortText(artifact.uri),
      sha256: artifact.sha256 ?? null,
      by: writer(artifact.recordedBy),
    })),
  handoffs: async (connection, ref) =>
    (await listHandoffs(connection, ref, MAX_ENTRIES)).entries.map((handoff) => ({
      id: handoff.id,
      state: handoff.state.toLowerCase(),
      to: shortText(handoff.targetRuntime, 100),
      purpose: shortText(handoff.purpose),
      objective: shortText(handoff.objective ?? ''),
      package_version: handoff.packageVersion ?? null,
      package_hash: handoff.packageHash ?? null,
    })),
} as const satisfies Record<string, Reader>;

export type WorkPart = keyof typeof workParts;
