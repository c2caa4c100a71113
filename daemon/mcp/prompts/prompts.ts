import { ErrorCode, type GetPromptResult, McpError, type Prompt } from '@modelcontextprotocol/sdk/types.js';
import { createMode } from '../skill/create-mode.ts';
import { resumeMode } from '../skill/resume-mode.ts';

/** The prompts as prompts/list tells them. */
export const describedPrompts: Prompt[] = [
  {
    name: 'create_handoff',
    title: 'Create a handoff',
    description: 'Write down where this session stands, so that a fresh one can go on.',
    arguments: [{ name: 'focus', description: 'What the next session is to care about most.', required: false }],
  },
  {
    name: 'resume_handoff',
    title: 'Resume from a handoff',
    description: 'Read a handoff and go on from it.',
    arguments: [
      { name: 'workspace', description: 'Absolute path of the folder that is worked in.', required: true },
      { name: 'ref', description: 'The reference, handoff://…, or the path of a file.', required: true },
    ],
  },
];

/** One prompt with its arguments in place. Throws McpError for a name or a missing argument. */
export function getPrompt(name: string, given: Readonly<Record<string, string>>): GetPromptResult {
  const prompt = describedPrompts.find((described) => described.name === name);
  if (prompt === undefined) throw new McpError(ErrorCode.InvalidParams, `unknown prompt: ${name}`);
  const missing = prompt.arguments?.find((argument) => argument.required === true && !given[argument.name]);
  if (missing !== undefined) {
    throw new McpError(ErrorCode.InvalidParams, `${name} needs the argument ${missing.name}`);
  }
  const text = name === 'create_handoff' ? createText(given['focus']) : resumeText(given);
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}

const createText = (focus: string | undefined): string =>
  `Create a handoff of this session now.${focus ? ` Focus: ${quoted(focus)}` : ''}\n\n${createMode}`;

function resumeText({ workspace = '', ref = '' }: Readonly<Record<string, string>>): string {
  const address = ref.startsWith('handoff://') ? 'ref' : 'path';
  const call = `handoff_read(workspace=${quoted(workspace)}, ${address}=${quoted(ref)})`;
  return `Resume task: call ${call} and proceed with the next steps. Do not create a new handoff.\n\n${resumeMode}`;
}

/** As JSON, so that no argument can end its line or pass for more of the instruction. */
const quoted = (text: string): string => JSON.stringify(text);
