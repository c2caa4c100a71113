import type { ToolAnnotations } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod';
import { ToolRefusal } from '../results/tool-refusal.ts';
import type { McpContext } from '../mcp-context.ts';

/** What a tool came to: a sentence for a person, and everything the model is to know as data. */
export interface ToolAnswer<Data> {
  readonly text: string;
  readonly data: Data;
}

/** A tool as it is written: both sides of it have a shape, and what it does is typed by them. */
interface ToolDefinition<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** For the model: when to use it, and what it gives back. */
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: Input;
  readonly output: Output;
  readonly run: (context: McpContext, input: z.output<Input>) => Promise<ToolAnswer<z.input<Output>>>;
}

/** A tool as the server uses it, whatever its shapes. */
export interface Tool extends Omit<ToolDefinition<z.ZodObject, z.ZodObject>, 'run'> {
  /** Checks the arguments and runs. Throws ToolRefusal for arguments that are not of its shape. */
  call(context: McpContext, args: unknown): Promise<ToolAnswer<Record<string, unknown>>>;
}

export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  definition: ToolDefinition<Input, Output>,
): Tool {
  const { run, ...described } = definition;
  return {
    ...described,
    call: (context, args) => run(context, parsed(definition, args)),
  };
}

function parsed<Input extends z.ZodObject>(
  { name, input }: { readonly name: string; readonly input: Input },
  args: unknown,
): z.output<Input> {
  const result = input.safeParse(args ?? {});
  if (result.success) return result.data;
  const problems = result.error.issues.map(problemOf).join('; ');
  const takes = Object.keys(input.shape).join(', ') || 'no arguments';
  throw new ToolRefusal('INVALID_ARGUMENTS', problems, `Call ${name} again; it takes: ${takes}.`);
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `unknown tool argument: ${key}`).join('; ');
  return `${issue.path.join('.') || 'arguments'}: ${issue.message}`;
}

/** Hints about what a tool does. None of them reaches beyond Kernel. */
export const annotationsOf = (kind: 'reads' | 'adds' | 'replaces'): ToolAnnotations => ({
  readOnlyHint: kind === 'reads',
  destructiveHint: kind === 'replaces',
  idempotentHint: kind !== 'replaces',
  openWorldHint: false,
});
