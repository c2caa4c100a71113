import type { ClaimedCommand } from '#client/api/operations/fleet/daemon.ts';
import { packageHash } from '#schema/documents/handoff-package/package-hash.ts';
import { handoffPackageV1, type HandoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import type { BriefingSource } from '../runtimes/runtime-adapter.ts';

/**
 * What a claimed launch is briefed from: the package, its hash computed here again, or the work item alone. Undefined
 * when the package is not the one whose hash the launch names.
 */
export function briefingSource({ packageDocument, launch }: ClaimedCommand): BriefingSource | undefined {
  const { handoff, packageVersion, packageHash: hash, workItem } = launch;
  const resumed = launch.resumes == null ? {} : { resumes: launch.resumes.id };
  if (handoff === null || handoff === undefined) {
    const { key, title, goal, taskType, priority, state, constraints, acceptanceCriteria } = workItem;
    const work = {
      ...{ key, title, goal, task_type: taskType },
      priority: priority.toLowerCase() as HandoffPackageV1['work']['priority'],
      state: state.toLowerCase() as HandoffPackageV1['work']['state'],
    };
    return { ...resumed, kind: 'WORK_ITEM', workItem: { work, constraints, acceptance_criteria: acceptanceCriteria } };
  }
  const parsed = handoffPackageV1.safeParse(jsonOf(packageDocument ?? ''));
  if (!parsed.success || typeof hash !== 'string' || typeof packageVersion !== 'number') return undefined;
  if (packageHash(parsed.data) !== hash) return undefined;
  return { ...resumed, kind: 'HANDOFF', handoffId: handoff.id, document: parsed.data, version: packageVersion, hash };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The sentence of the log that says from what a session was briefed. */
export function briefedFrom(sessionId: string, source: BriefingSource): string {
  if (source.kind === 'WORK_ITEM') return `session ${sessionId} briefed from the work item alone`;
  return `session ${sessionId} briefed from handoff ${source.handoffId} (package v${source.version}, ${source.hash.slice(0, 8)}…)`;
}
