import type { Actor } from '#server/auth/actor.ts';
import type { Tx } from '#server/db/transaction.ts';
import { ValidationError } from '#server/errors.ts';
import { type EventType, eventTypes } from '#server/events/event-types.ts';
import { type ProjectRef, requireProject } from '#server/work/require-project.ts';
import { requireWorkItem, type WorkItemRef } from '#server/work/require-work-item.ts';

/** Which events a webhook is told of. */
export interface WebhookFilterInput {
  /** Types of events; all when empty. */
  types?: readonly EventType[] | null | undefined;
  /** Only what is about this work item; null for no such limit. */
  workItem?: WorkItemRef | null | undefined;
  /** Only what is about the work items of this project; null for no such limit. */
  project?: ProjectRef | null | undefined;
}

/** The columns that the given parts of a filter set; what is left out stays. */
export interface FilterColumns {
  types?: EventType[];
  workItemId?: string | null;
  projectId?: string | null;
}

/** The columns for a filter. Throws NotFoundError for the work item and the project, ValidationError for the types. */
export async function checkedFilter(tx: Tx, actor: Actor, input: WebhookFilterInput): Promise<FilterColumns> {
  const { types, workItem, project } = input;
  return {
    ...(types === undefined ? {} : { types: checkedTypes(types ?? []) }),
    ...(workItem === undefined
      ? {}
      : { workItemId: workItem === null ? null : (await requireWorkItem(tx, actor, workItem)).id }),
    ...(project === undefined
      ? {}
      : { projectId: project === null ? null : (await requireProject(tx, actor, project)).id }),
  };
}

function checkedTypes(types: readonly EventType[]): EventType[] {
  const unknown = types.findIndex((type) => !eventTypes.includes(type));
  if (unknown !== -1) throw new ValidationError(`types[${unknown}]`, 'is no type of event');
  return [...new Set(types)];
}
