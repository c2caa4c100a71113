import { z } from 'zod';
import { fetchLatestOutcome } from '#client/api/operations/work/outcomes.ts';
import { fetchWorkItem } from '#client/api/operations/work/work.ts';
import { DATA_NOTICE, fenced, fencedText } from '../../results/fence.ts';
import { fitItems, shortText } from '../../results/fit-items.ts';
import { MAX_RESULT_BYTES } from '../../results/result-limits.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { workArgument, workItemRef } from './work-argument.ts';
import { type RecordEntry, type WorkPart, workParts } from './work-parts.ts';

const parts = ['constraints', 'criteria', 'decisions', 'blockers', 'artifacts', 'handoffs'] as const;
/** What the work item itself may take of a result, so that its list fits beside it. */
const HEAD_TEXT_BYTES = 6_000;
const LIST_BYTES = MAX_RESULT_BYTES - 3 * HEAD_TEXT_BYTES;

const entry = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())]));

export const workReadTool = defineTool({
  name: 'work_read',
  title: 'Read the work',
  description:
    'Read what is on record about the work: its goal and state, and one of its lists (constraints, criteria, standing decisions, open blockers, artifacts, handoffs). Begin with part "decisions" to learn what is settled. Long lists come in pages: repeat with offset = next_offset.',
  annotations: annotationsOf('reads'),
  input: z.strictObject({
    work_item: workArgument,
    part: z.enum(parts).default('decisions').describe('Which list.'),
    offset: z.int().min(0).max(1000).default(0).describe('Where the page begins: next_offset of the page before.'),
  }),
  output: z.object({
    notice: z.string(),
    work_item: z.object({
      key: z.string(),
      id: z.string(),
      state: z.string(),
      title: z.string(),
      goal: z.string(),
      takes_now: z.array(z.string()),
    }),
    latest_outcome: z.object({ summary: z.string(), recorded_at: z.string(), by: z.string() }).nullable(),
    part: z.enum(parts),
    entries: z.array(entry),
    total_count: z.int(),
    next_offset: z.int().nullable(),
  }),
  async run(context, { work_item, part, offset }) {
    const access = await context.record();
    const ref = workItemRef(access, work_item);
    const [work, outcome, all] = await Promise.all([
      fetchWorkItem(access.connection, ref),
      fetchLatestOutcome(access.connection, ref),
      workParts[part satisfies WorkPart](access.connection, ref),
    ]);
    const { items, nextOffset } = fitItems<RecordEntry>(all, offset, LIST_BYTES);
    return {
      text: `${work.key} is ${work.state.toLowerCase()}; ${items.length} of ${all.length} ${part}.`,
      data: {
        notice: DATA_NOTICE,
        work_item: {
          key: work.key,
          id: work.id,
          state: work.state.toLowerCase(),
          title: shortText(work.title, 2_000),
          goal: fenced(shortText(work.goal, HEAD_TEXT_BYTES), { what: 'goal', by: `whoever set ${work.key} up` }),
          takes_now: work.availableCommands.map((command) => command.toLowerCase()),
        },
        latest_outcome: outcome && toldOutcome(outcome),
        part,
        entries: [...items],
        total_count: all.length,
        next_offset: nextOffset,
      },
    };
  },
});

function toldOutcome({ summary, recordedAt, recordedBy }: NonNullable<Awaited<ReturnType<typeof fetchLatestOutcome>>>) {
  const by = shortText(`${recordedBy.kind.toLowerCase()} ${recordedBy.name}`, 300);
  return { summary: fencedText(summary, { what: 'outcome', by }), recorded_at: recordedAt, by };
}
