import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LaunchPlan, LaunchRequest } from '../runtime-adapter.ts';
import { allowRules, permissionMode } from './permissions.ts';

/** How often a request that failed is sent again. Its own default goes on for minutes. */
const MAX_RETRIES = '3';
/** How long it waits for the tools of a server, in milliseconds: one just started beside a busy test run is slow. */
const MCP_TIMEOUT_MS = '60000';

/** `claude -p`, with the prompt on its standard input and Kernel's tools beside those that the user has. */
export const launch = (env: NodeJS.ProcessEnv, request: LaunchRequest): Promise<LaunchPlan> =>
  plan(env, request, ['--session-id', randomUUID()]);

/** As launch, going on with a session that ran in the same folder. */
export const resume = (env: NodeJS.ProcessEnv, request: LaunchRequest, sessionId: string): Promise<LaunchPlan> =>
  plan(env, request, ['--resume', sessionId]);

async function plan(
  env: NodeJS.ProcessEnv,
  { program, version, workspace, prompt, launchDir, kernel }: LaunchRequest,
  which: readonly string[],
): Promise<LaunchPlan> {
  const servers = join(launchDir, 'mcp.json');
  const [command, ...args] = [...kernel, 'mcp'];
  await writeFile(servers, JSON.stringify({ mcpServers: { kernel: { command, args } } }), { mode: 0o600 });
  const mode = await permissionMode(env, version);
  return {
    command: program,
    args: [
      ...['-p', '--output-format', 'stream-json', '--verbose', ...which, '--permission-mode', mode],
      ...['--mcp-config', servers, '--allowedTools', ...(await allowRules(workspace))],
    ],
    env: {
      CLAUDE_CODE_MAX_RETRIES: env['CLAUDE_CODE_MAX_RETRIES'] ?? MAX_RETRIES,
      MCP_TIMEOUT: env['MCP_TIMEOUT'] ?? MCP_TIMEOUT_MS,
    },
    input: prompt,
  };
}
