import type { PackagePage } from '../../../api/operations/page/package.ts';
import type { StartPlan } from '../../sessions/start/start-plan.ts';

/** A session for what a handoff offers or has offered; from the work item alone while nothing is compiled. */
export function startPlanOf({
  workItem,
  id,
  targetRuntime,
  purpose,
  packageHash,
  packageVersion,
}: PackagePage): StartPlan {
  if (packageHash == null || packageVersion == null) return { workItem };
  return { workItem, handoff: { id, targetRuntime, purpose, packageHash, packageVersion } };
}
