import { compareCodePoints } from '#schema/documents/handoff-package/compare-code-points.ts';
import { unresolvedEntry } from '#schema/documents/handoff-package/unresolved-entry.ts';
import type { HandoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import { bounded, bounds } from './bounds.ts';
import type { GatheredArtifact, GatheredRecord } from './gathered-record.ts';
import { milestones } from './milestones.ts';

/**
 * The package that says what was gathered. Pure: the same record gives the same document, whoever asks and whenever;
 * only `generated_at` tells `now`, and it is not hashed.
 */
export function assemble(record: GatheredRecord, now: Date): HandoffPackageV1 {
  const { handoff, work } = record;
  const decisions = bounded(record.decisions ?? [], record.decisionCount, bounds.decisions);
  const artifacts = bounded(record.artifacts ?? [], record.artifactCount, bounds.artifacts);
  const files = bounded(record.files ?? [], record.fileCount, bounds.relevantFiles);
  const carriedArtifacts = artifacts.items.map(artifactEntry);
  const evidence = decisions.items.flatMap((decision) => decision.evidence);
  return {
    kernel_handoff_version: 1,
    work: workEntry(work),
    constraints: [...work.constraints],
    acceptance_criteria: [...work.acceptanceCriteria],
    state: { phase: lowerCase(work.state), completed: milestones(record), unresolved: unresolved(record) },
    decisions: decisions.items.map(({ statement, rationale, at, evidence: links }) => ({
      statement,
      rationale,
      recorded_at: new Date(at).toISOString(),
      evidence: [...links],
    })),
    artifacts: carriedArtifacts,
    blockers: (record.blockers ?? []).map(({ id, severity, title }) => ({
      id,
      severity: lowerCase(severity),
      title,
      status: 'open',
    })),
    relevant_files: [...files.items],
    next: { objective: handoff.objective === '' ? work.title : handoff.objective, purpose: handoff.purpose },
    source: sourceEntry(record.source),
    evidence_links: sortedOnce([...evidence, ...carriedArtifacts.map((artifact) => artifact.uri_or_download)]),
    generated_at: now.toISOString(),
    truncation: {
      decisions_omitted: decisions.omitted,
      artifacts_omitted: artifacts.omitted,
      files_omitted: files.omitted,
    },
  };
}

function workEntry(work: GatheredRecord['work']): HandoffPackageV1['work'] {
  const { id, key, title, goal, taskType, priority, state } = work;
  return { id, key, title, goal, task_type: taskType, priority: lowerCase(priority), state: lowerCase(state) };
}

function artifactEntry({ id, type, title, version, uri, sha256 }: GatheredArtifact) {
  return { id, type, title, version, uri_or_download: uri ?? `/api/v1/artifacts/${id}/content`, sha256 };
}

/** Open blockers, then the handoffs that were turned down, then the criteria that are not met. */
function unresolved(record: GatheredRecord): string[] {
  return [
    ...(record.blockers ?? []).map(({ severity, title }) => unresolvedEntry.blocker(lowerCase(severity), title)),
    ...(record.rejections ?? []).map(({ reason, note }) => unresolvedEntry.rejection(lowerCase(reason), note ?? '')),
    ...(record.unmetCriteria ?? []).map((criterion) => unresolvedEntry.criterion(criterion)),
  ];
}

/** What is known of the source session; what is not known has no key. */
function sourceEntry(source: GatheredRecord['source']): HandoffPackageV1['source'] {
  if (source === null) return {};
  return {
    runtime: source.runtime,
    session_id: source.id,
    ...(source.providerSessionId === null ? {} : { provider_session_id: source.providerSessionId }),
    ...(source.machine === null ? {} : { machine: source.machine }),
  };
}

const sortedOnce = (texts: readonly string[]): string[] => [...new Set(texts)].sort(compareCodePoints);

const lowerCase = <T extends string>(value: T): Lowercase<T> => value.toLowerCase() as Lowercase<T>;
