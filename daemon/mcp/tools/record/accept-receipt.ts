import { z } from 'zod';
import type { RecordAccess } from '../../mcp-context.ts';
import { recordReceipt } from '#client/api/operations/handoffs/receipts.ts';
import { fetchSession } from '#client/api/operations/sessions/sessions.ts';
import { shortText } from '../../results/fit-items.ts';
import { ToolRefusal } from '../../results/tool-refusal.ts';
import { annotationsOf, defineTool } from '../tool.ts';
import { recordOnce } from './record-once.ts';

/** Most bytes of the statements that are named as missing, one by one. */
const MISSING_TEXT_BYTES = 300;

export const acceptReceiptTool = defineTool({
  name: 'handoff_accept_receipt',
  title: 'Say back what was understood',
  description:
    'First act after taking a handoff on: say back its goal, objective, every constraint and every acceptance criterion, by key (goal, objective, constraint-1, criterion-1) or by their exact text. The answer names what was left out; read that again in the briefing and say it back too.',
  annotations: annotationsOf('adds'),
  input: z.strictObject({
    echoes: z
      .array(z.string().min(1).max(20_000))
      .min(1)
      .max(500)
      .describe('The statements, each by its key or its exact text.'),
    handoff_id: z.string().min(1).max(100).optional().describe('The handoff; left out, the one this session took on.'),
  }),
  output: z.object({
    handoff_id: z.string(),
    covered: z.array(z.string()),
    missing: z.array(z.object({ key: z.string(), text: z.string() })),
    missing_count: z.int(),
    unknown_count: z.int(),
  }),
  async run(context, { echoes, handoff_id }) {
    const access = await context.record();
    const handoffId = handoff_id ?? (await ownHandoff(access));
    const { handoff, unknown } = await recordOnce(
      ['handoff_accept_receipt', handoffId, echoes],
      (idempotencyKey) => recordReceipt(access.connection, { handoffId, echoes, idempotencyKey }),
      () => true,
    );
    const { covered = [], missing = [] } = handoff.receipt ?? {};
    return {
      text: `${covered.length} of ${covered.length + missing.length} statements said back.`,
      data: {
        handoff_id: handoffId,
        covered: covered.map(({ key }) => key),
        missing: missing.slice(0, 50).map(({ key, text }) => ({ key, text: shortText(text, MISSING_TEXT_BYTES) })),
        missing_count: missing.length,
        unknown_count: unknown,
      },
    };
  },
});

async function ownHandoff({ connection, viewer }: RecordAccess): Promise<string> {
  const session = viewer.sessionId === null ? null : await fetchSession(connection, viewer.sessionId);
  const id = session?.continues?.id;
  if (id !== undefined) return id;
  throw new ToolRefusal(
    'NO_HANDOFF_TAKEN_ON',
    'This session continues no handoff.',
    'Give handoff_id, or go on without a receipt if none was handed over.',
  );
}
