import type { Call } from '../call.ts';
import { usageError } from '../cli-error.ts';
import { resolveId } from './resolve-id.ts';

/** How the API takes a work item: by id or by key, exactly one of them. */
export type WorkItemRef = { id: string } | { key: string };

const KEY = /^[A-Za-z][A-Za-z0-9]*-\d+$/;

/**
 * The work item that was named, by key (AUTH-1, in any case) or by id or part of one. Without a name: the one that the
 * signed-in session works on. Throws a usage error when neither is there.
 */
export async function workItemRef(call: Call, text: string | undefined): Promise<WorkItemRef> {
  if (text === undefined) {
    const { workItemId } = await call.viewer();
    if (workItemId !== null) return { id: workItemId };
    throw usageError('Name the work item, such as AUTH-1: only inside a session is it known.');
  }
  if (isKey(text)) return { key: text.toUpperCase() };
  return { id: await resolveId(call, 'WORK_ITEM', text) };
}

/** `e3f4-11` could be a key or a part of an id; keys are what people type. */
const isKey = (text: string): boolean => KEY.test(text) && !text.startsWith('wrk_');
