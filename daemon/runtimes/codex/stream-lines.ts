import { z } from 'zod';
import { parseJson } from '../program/parse-json.ts';

const count = z.number().nonnegative().catch(0);

/** What was done, once it is done. Kinds that are not listed are passed over. */
const item = z.union([
  z.object({ type: z.literal('agent_message'), text: z.string() }),
  z.object({
    type: z.literal('command_execution'),
    command: z.string(),
    aggregated_output: z.string().catch(''),
    exit_code: z.number().nullish(),
  }),
  z.object({
    type: z.literal('file_change'),
    changes: z.array(z.object({ path: z.string(), kind: z.string().catch('') })),
    status: z.string().optional(),
  }),
  z.object({
    type: z.literal('mcp_tool_call'),
    server: z.string(),
    tool: z.string(),
    status: z.string().optional(),
  }),
  z.object({ type: z.literal('web_search'), query: z.string().catch('') }),
  z.object({ type: z.literal('error'), message: z.string() }),
  z.unknown().transform(() => ({ type: 'other' as const })),
]);

const line = z.discriminatedUnion('type', [
  z.object({ type: z.literal('thread.started'), thread_id: z.string() }),
  z.object({ type: z.literal('item.completed'), item }),
  z.object({ type: z.literal('turn.completed'), usage: z.object({ input_tokens: count, output_tokens: count }) }),
  z.object({ type: z.literal('turn.failed'), error: z.object({ message: z.string() }) }),
  /** Also of each request that is sent again. */
  z.object({ type: z.literal('error'), message: z.string() }),
]);

export type CodexLine = z.infer<typeof line>;
export type CodexItem = z.infer<typeof item>;

/** One line of `codex exec --json`; undefined for what is not understood or says nothing to a timeline. */
export const codexLine = (text: string): CodexLine | undefined => line.safeParse(parseJson(text)).data;
