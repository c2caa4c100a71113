import { z } from 'zod';
import type { Connection } from '#client/api/connection.ts';
import { completeHandoff, fetchHandoff } from '#client/api/operations/handoffs/handoffs.ts';
import { fetchSession } from '#client/api/operations/sessions/sessions.ts';
import { changeWorkItemState } from '#client/api/operations/work/work-item-state.ts';
import { fetchWorkItem } from '#client/api/operations/work/work.ts';
import { shortText } from '../../results/fit-items.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { recordOnce } from './record-once.ts';
import { workArgument, workItemRef } from './work-argument.ts';

export const completeWorkTool = defineTool({
  name: 'complete_work',
  title: 'Complete the work',
  description:
    'Close the work item as done, and with it the handoff that this session took on. First check every acceptance criterion and record_outcome; criteria without a verdict are named in the answer.',
  annotations: annotationsOf('adds'),
  input: z.strictObject({ work_item: workArgument }),
  output: z.object({
    work_item: z.string(),
    state: z.string(),
    completed_handoff_id: z.string().nullable(),
    criteria_not_known_met: z.array(z.string()),
  }),
  async run(context, { work_item }) {
    const access = await context.record();
    const { connection, viewer } = access;
    const ref = workItemRef(access, work_item);
    const { criteria, id } = await fetchWorkItem(connection, ref);
    const isOwn = viewer.sessionId !== null && viewer.workItemId === id;
    const handoffId = isOwn ? await closeHandoff(connection, viewer.sessionId) : null;
    const { workItem } = await recordOnce(
      ['complete_work', id],
      (idempotencyKey) => changeWorkItemState.complete(connection, { workItem: { id }, idempotencyKey }),
      (answer) => answer.workItem.state === 'COMPLETED',
    );
    const open = criteria.filter(({ met }) => met !== true).map(({ text }) => shortText(text, 500));
    const gaps = open.length === 0 ? '' : ` ${open.length} criteria are not recorded as met.`;
    return {
      text: `${workItem.key} is completed.${gaps}`,
      data: {
        work_item: workItem.key,
        state: workItem.state.toLowerCase(),
        completed_handoff_id: handoffId,
        criteria_not_known_met: open.slice(0, 20),
      },
    };
  },
});

/** Completes the handoff that a session continues, where it is not completed yet. Gives its id. */
async function closeHandoff(connection: Connection, sessionId: string): Promise<string | null> {
  const { continues } = await fetchSession(connection, sessionId);
  if (continues === null || continues === undefined) return null;
  const { state, id } = await fetchHandoff(connection, continues.id);
  if (state === 'ACCEPTED') {
    await completeHandoff(connection, { handoffId: id, idempotencyKey: `mcp-complete-${id}` });
  }
  return id;
}
