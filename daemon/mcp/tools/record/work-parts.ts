import type { Connection } from '#client/api/connection.ts';
import type { WorkItemRef } from '#client/api/graphql/graphql.ts';
import { listArtifacts } from '#client/api/operations/work/artifacts.ts';
import { listBlockers } from '#client/api/operations/work/blockers.ts';
import { listDecisions } from '#client/api/operations/work/decisions.ts';
import { listHandoffs } from '#client/api/operations/handoffs/handoffs.ts';
import { fetchWorkItem } from '#client/api/operations/work/work.ts';
import { fencedText } from '../../results/fence.ts';
import { shortText } from '../../results/fit-items.ts';

/** Most entries of a list that are read for one page. */
const MAX_ENTRIES = 1000;

/** An entry of the record as the model gets it: text that somebody wrote, and who. */
export type RecordEntry = Readonly<Record<string, string | number | boolean | null | string[]>>;

type Reader = (connection: Connection, ref: WorkItemRef) => Promise<RecordEntry[]>;

/** Lists of handoffs do not say who asked for each. */
const REQUESTER = 'whoever asked for the handoff';

const writer = ({ kind, name }: { readonly kind: string; readonly name: string }): string =>
  shortText(`${kind.toLowerCase()} ${name}`, 300);

/**
 * The lists of a work item that work_read gives page by page, newest first where they have a time. What somebody wrote
 * stands between marks that say who; criteria stand as they are, since record_outcome is given their very words.
 */
export const workParts = {
  constraints: async (connection, ref) => {
    const { constraints, key } = await fetchWorkItem(connection, ref);
    const written = { what: 'constraint', by: `whoever set ${key} up` };
    return constraints.map((text, at) => ({ number: at + 1, text: fencedText(text, written) }));
  },
  criteria: async (connection, ref) =>
    (await fetchWorkItem(connection, ref)).criteria.map(({ text, met }) => ({
      text: shortText(text),
      met: met ?? 'not judged',
    })),
  decisions: async (connection, ref) =>
    (await listDecisions(connection, ref, MAX_ENTRIES, false)).entries.map((decision) => ({
      id: decision.id,
      statement: fencedText(decision.statement, { what: 'decision', by: writer(decision.recordedBy) }),
      rationale: fencedText(decision.rationale, { what: 'rationale', by: writer(decision.recordedBy) }),
      evidence: decision.evidence.slice(0, 10).map((link) => shortText(link, 500)),
      recorded_at: decision.recordedAt,
      by: writer(decision.recordedBy),
    })),
  blockers: async (connection, ref) =>
    (await listBlockers(connection, ref, MAX_ENTRIES, 'OPEN')).entries.map((blocker) => ({
      id: blocker.id,
      severity: blocker.severity.toLowerCase(),
      title: fencedText(blocker.title, { what: 'blocker', by: writer(blocker.recordedBy) }),
      detail: fencedText(blocker.detail, { what: 'detail', by: writer(blocker.recordedBy) }),
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
      purpose: fencedText(handoff.purpose, { what: 'purpose', by: REQUESTER }),
      objective: fencedText(handoff.objective ?? '', { what: 'objective', by: REQUESTER }),
      package_version: handoff.packageVersion ?? null,
      package_hash: handoff.packageHash ?? null,
    })),
} as const satisfies Record<string, Reader>;

export type WorkPart = keyof typeof workParts;
