import type { Tool as DescribedTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { ResultForm } from './call-tool.ts';
import type { Tool } from './tool.ts';

/** A tool as tools/list tells it: its two shapes as JSON Schema, plain objects without choices. */
export function describeTool(tool: Tool, { structured }: ResultForm): DescribedTool {
  const { name, title, description, annotations, input, output } = tool;
  const inputSchema = z.toJSONSchema(input, { io: 'input' }) as DescribedTool['inputSchema'];
  const outputSchema = z.toJSONSchema(output, { io: 'output' }) as NonNullable<DescribedTool['outputSchema']>;
  return { name, title, description, annotations, inputSchema, ...(structured ? { outputSchema } : {}) };
}
