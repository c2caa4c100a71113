import type { PermissionOption, RequestPermissionResponse } from '@agentclientprotocol/sdk';
import type { DrivePlan } from '../drive-plan.ts';
import { isInside } from './inside.ts';
import { plainCommands } from './shell-words.ts';
import type { ToolCall } from './tool-calls.ts';

/** By what requests are answered. */
export type Rules = Pick<DrivePlan, 'permissions' | 'commands' | 'workspace'>;

/** A tool of the MCP server that we gave to the agent, as agents call those. */
const OUR_TOOL = /^(mcp__kernel__|mcp\.kernel\.|kernel_|kernel\/)[a-z_]+$/;

/**
 * Whether a tool may be used. Nobody is there to be asked, so what is not known to be harmless is refused: allowed are
 * reads and edits whose files all lie in the workspace, plain commands that begin as the rules say, and our own tools.
 */
export function isAllowed(call: ToolCall, rules: Rules): boolean {
  if (rules.permissions === 'everything') return true;
  const { kind, name, title, paths } = call;
  switch (kind) {
    case 'think':
      return true;
    case 'read':
    case 'search':
    case 'edit':
    case 'delete':
    case 'move':
      return paths.length > 0 && paths.every((path) => isInside(rules.workspace, path));
    case 'execute':
      return isAllowedCommand(commandOf(call), rules);
    case 'other':
    case undefined:
      return OUR_TOOL.test(name ?? title);
    default:
      return false;
  }
}

/** The commands that an execution would run. An agent that sends no input has the line for its title. */
function commandOf({ rawInput, title }: ToolCall): string[][] | undefined {
  const input = typeof rawInput === 'object' && rawInput !== null ? rawInput : {};
  const command = 'command' in input ? input.command : 'cmd' in input ? input.cmd : title;
  if (typeof command === 'string') return plainCommands(command);
  if (!Array.isArray(command) || command.length === 0 || !command.every((word) => typeof word === 'string')) {
    return undefined;
  }
  const [shell = '', flag, script, ...rest] = command;
  const isScript = /(^|\/)(ba|z|da)?sh$/.test(shell) && (flag === '-c' || flag === '-lc') && rest.length === 0;
  return isScript && script !== undefined ? plainCommands(script) : [command];
}

function isAllowedCommand(commands: readonly (readonly string[])[] | undefined, rules: Rules): boolean {
  if (commands === undefined) return false;
  const beginnings = [['kernel'], ...rules.commands];
  return commands.every((words) => {
    const [first, folder] = words;
    if (first === 'cd') return words.length === 2 && folder !== undefined && isInside(rules.workspace, folder);
    return beginnings.some((beginning) => beginning.every((word, at) => words[at] === word));
  });
}

/** The answer in the agent's own options: once rather than always, and nothing that allows more than was asked. */
export function answerTo(
  isPermitted: boolean,
  options: readonly PermissionOption[],
  { permissions }: Rules,
): RequestPermissionResponse {
  const wanted = isPermitted
    ? ['allow_once', ...(permissions === 'everything' ? ['allow_always'] : [])]
    : ['reject_once', 'reject_always'];
  for (const kind of wanted) {
    const option = options.find((offered) => offered.kind === kind);
    if (option !== undefined) return { outcome: { outcome: 'selected', optionId: option.optionId } };
  }
  return { outcome: { outcome: 'cancelled' } };
}
