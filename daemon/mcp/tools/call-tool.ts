import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { McpContext } from '../mcp-context.ts';
import { failureResult } from '../results/failure-result.ts';
import { jsonBytes, MAX_RESULT_BYTES } from '../results/result-limits.ts';
import type { Tool } from './tool.ts';

/** How a client takes results: revisions before 2025-06-18 know only text. */
export interface ResultForm {
  readonly structured: boolean;
}

/**
 * Runs a tool. The clients that know structured content show it to the model and leave the text aside, so the data says
 * everything and the text stays short: nothing is sent twice. A client of an older revision gets all of it as text.
 * Whatever is thrown becomes a result that says what to do next.
 */
export async function callTool(
  context: McpContext,
  tool: Tool,
  args: unknown,
  { structured }: ResultForm,
): Promise<CallToolResult> {
  try {
    const { text, data } = await tool.call(context, args);
    if (jsonBytes(data) > 2 * MAX_RESULT_BYTES) throw new Error(`${tool.name} answered beyond its limit`);
    if (structured) return { content: [{ type: 'text', text }], structuredContent: data };
    return { content: [{ type: 'text', text: `${text}\n${JSON.stringify(data)}` }] };
  } catch (error) {
    return failureResult(tool.name, error);
  }
}
