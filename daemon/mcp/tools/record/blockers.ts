import { z } from 'zod';
import { raiseBlocker, resolveBlocker } from '#client/api/operations/work/blockers.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { recordOnce } from './record-once.ts';
import { workArgument, workItemRef } from './work-argument.ts';

const severities = { low: 'LOW', medium: 'MEDIUM', high: 'HIGH', critical: 'CRITICAL' } as const;

export const raiseBlockerTool = defineTool({
  name: 'raise_blocker',
  title: 'Raise a blocker',
  description:
    'Say what stops the work and only somebody else can remove: a missing right, an unanswered question, an outage. People see it in their inbox. The same words again raise it once while it is open.',
  annotations: annotationsOf('adds'),
  input: z.strictObject({
    title: z.string().min(1).max(1000).describe('What is missing, in one sentence.'),
    detail: z.string().max(20_000).default('').describe('What was tried, what is needed, from whom.'),
    severity: z.enum(['low', 'medium', 'high', 'critical']).default('medium'),
    work_item: workArgument,
  }),
  output: z.object({ blocker_id: z.string(), status: z.literal('open') }),
  async run(context, { title, detail, severity, work_item }) {
    const access = await context.record();
    const input = { workItem: workItemRef(access, work_item), title, detail, severity: severities[severity] };
    const { blocker } = await recordOnce(
      ['raise_blocker', input],
      (idempotencyKey) => raiseBlocker(access.connection, { ...input, idempotencyKey }),
      (raised) => raised.blocker.status === 'OPEN',
    );
    return { text: `Raised blocker ${blocker.id}.`, data: { blocker_id: blocker.id, status: 'open' as const } };
  },
});

export const resolveBlockerTool = defineTool({
  name: 'resolve_blocker',
  title: 'Resolve a blocker',
  description: 'Close a blocker that no longer stops the work, and say what removed it.',
  annotations: annotationsOf('adds'),
  input: z.strictObject({
    blocker_id: z.string().min(1).max(100).describe('The blocker; work_read lists the open ones.'),
    resolution: z.string().min(1).max(20_000).describe('What removed it.'),
  }),
  output: z.object({ blocker_id: z.string(), status: z.literal('resolved') }),
  async run(context, { blocker_id, resolution }) {
    const { connection } = await context.record();
    const input = { blockerId: blocker_id, resolution };
    await recordOnce(
      ['resolve_blocker', input],
      (idempotencyKey) => resolveBlocker(connection, { ...input, idempotencyKey }),
      () => true,
    );
    return { text: `Resolved blocker ${blocker_id}.`, data: { blocker_id, status: 'resolved' as const } };
  },
});
