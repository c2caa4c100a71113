import type { Call } from '../../call.ts';
import { given } from '../../options.ts';
import { namedSessionId } from '../../references/session-id.ts';
import { workItemRef } from '../../references/work-item-ref.ts';

/** The options of everything that is recorded on a work item; inside a session neither is needed. */
export interface OnWorkOptions {
  readonly work?: string;
  readonly session?: string;
}

export const WORK_OPTION = ['-w, --work <work>', 'the work item, such as AUTH-1; inside a session its own'] as const;
export const SESSION_OPTION = ['--session <id>', 'the session that did it; inside a session its own'] as const;

/** The work item, the session if any, and the key: what each record command begins its input with. */
export async function onWork(call: Call, options: OnWorkOptions) {
  const workItem = await workItemRef(call, options.work);
  const sessionId = await namedSessionId(call, options.session);
  return { workItem, ...given({ sessionId, idempotencyKey: call.key() }) };
}
