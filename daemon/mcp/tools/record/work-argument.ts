import { z } from 'zod';
import type { WorkItemRef } from '#client/api/graphql/graphql.ts';
import type { RecordAccess } from '../../mcp-context.ts';
import { ToolRefusal } from '../../results/tool-refusal.ts';

/** The argument that names a work item. */
export const workArgument = z
  .string()
  .min(1)
  .max(100)
  .optional()
  .describe('The work item, by key such as AUTH-1 or by id. Leave it out inside a session: its own is meant.');

/** The work item an argument names, or the session's own. Throws ToolRefusal outside a session without a name. */
export function workItemRef({ viewer }: RecordAccess, work: string | undefined): WorkItemRef {
  if (work !== undefined) return work.startsWith('wrk_') ? { id: work } : { key: work.toUpperCase() };
  if (viewer.workItemId !== null) return { id: viewer.workItemId };
  throw new ToolRefusal(
    'WORK_ITEM_NEEDED',
    'This credential is not one of a session, so no work item is meant by itself.',
    'Give work_item, such as AUTH-1. Ask the person which one if you do not know.',
  );
}

/** Evidence for a statement: commands with their results, commits, URIs. */
export const evidenceArgument = z
  .array(z.string().min(1).max(2000))
  .max(50)
  .default([])
  .describe('What supports it: a command and its result, a commit, a path, a URI.');
