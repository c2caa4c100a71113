import { z } from 'zod';
import { parseJson } from '../program/parse-json.ts';

const count = z.number().nonnegative().catch(0);

const init = z.object({
  subtype: z.literal('init'),
  session_id: z.string(),
  model: z.string().optional(),
  permissionMode: z.string().optional(),
  claude_code_version: z.string().optional(),
});
const retry = z.object({ subtype: z.literal('api_retry'), attempt: count, error: z.string().catch('unknown') });
const denied = z.object({
  subtype: z.literal('permission_denied'),
  tool_name: z.string(),
  tool_use_id: z.string().optional(),
  message: z.string().catch(''),
});
const informational = z.object({ subtype: z.literal('informational'), content: z.string() });
const compacted = z.object({ subtype: z.literal('compact_boundary') });

/** What the client says of itself; kinds that are not listed say nothing to a timeline. */
const system = z.object({ type: z.literal('system') }).and(z.union([init, retry, denied, informational, compacted]));

const block = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.unknown() }),
  z.object({ type: z.literal('tool_result'), tool_use_id: z.string(), is_error: z.boolean().optional() }),
  z.unknown().transform(() => ({ type: 'other' as const })),
]);

/** A reply of the model, or what was said to it: results of tools among that. */
const message = z.object({
  type: z.enum(['assistant', 'user']),
  message: z.object({ content: z.union([z.array(block), z.string().transform(() => [])]) }),
  timestamp: z.string().optional(),
  /** With a reply that the client wrote in place of the model, because a request failed. */
  error: z.string().optional(),
});

const modelUsage = z.object({
  inputTokens: count,
  outputTokens: count,
  cacheReadInputTokens: count,
  cacheCreationInputTokens: count,
  costUSD: count,
});

/** The last word. `subtype` is "success" for failed requests too: `is_error` tells. */
const result = z.object({
  type: z.literal('result'),
  is_error: z.boolean(),
  api_error_status: z.number().nullish(),
  result: z.string().catch(''),
  errors: z.array(z.string()).catch([]),
  terminal_reason: z.string().optional(),
  duration_ms: count,
  num_turns: count,
  modelUsage: z.record(z.string(), modelUsage).catch({}),
  permission_denials: z.array(z.object({ tool_name: z.string(), tool_use_id: z.string() })).catch([]),
});

const line = z.union([system, message, result]);

export type ClaudeLine = z.infer<typeof line>;
export type ClaudeResult = z.infer<typeof result>;
export type ClaudeMessage = z.infer<typeof message>;
export type ClaudeSystem = z.infer<typeof system>;

/** One line of `--output-format stream-json`; undefined for what is not understood or says nothing to a timeline. */
export const claudeLine = (text: string): ClaudeLine | undefined => line.safeParse(parseJson(text)).data;
