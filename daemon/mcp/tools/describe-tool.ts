import type { Tool as DescribedTool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { Tool } from './tool.ts';

/** A tool as tools/list tells it: its two shapes as JSON Schema, plain objects without choices. */
export function describeTool({ name, title, description, annotations, input, output }: Tool): DescribedTool {
  const inputSchema = z.toJSONSchema(input, { io: 'input' }) as DescribedTool['inputSchema'];
  const outputSchema = z.toJSONSchema(output, { io: 'output' }) as NonNullable<DescribedTool['outputSchema']>;
  return { name, title, description, annotations, inputSchema, outputSchema };
}
