import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../program/parse-json.ts';
import { isAtLeast } from '../program/version.ts';
import { testCommands } from '../test-commands.ts';

/** The first version whose `auto` mode needs no opt-in, whatever the provider. */
const AUTO_SINCE = '2.1.207';

/** What a session may record with `kernel`. The program can more, and that stays forbidden. */
const KERNEL_NOUNS = ['decision', 'artifact', 'blocker', 'outcome', 'work', 'handoff', 'session'];

const settings = z.object({
  env: z.record(z.string(), z.unknown()).optional(),
  permissions: z.object({ disableAutoMode: z.string().optional() }).optional(),
  disableAutoMode: z.string().optional(),
});

export type PermissionMode = 'auto' | 'acceptEdits';

/**
 * `auto` where its classifier runs: it runs beside Anthropic's own API, so not behind another address, and only in versions
 * that have it; there, everything it would judge is refused. Else `acceptEdits`. KERNEL_CLAUDE_PERMISSION_MODE decides first.
 */
export async function permissionMode(env: NodeJS.ProcessEnv, version: string | null): Promise<PermissionMode> {
  const wanted = env['KERNEL_CLAUDE_PERMISSION_MODE'];
  if (wanted === 'auto' || wanted === 'acceptEdits') return wanted;
  if (!isAtLeast(version, AUTO_SINCE)) return 'acceptEdits';
  const { env: set = {}, permissions, disableAutoMode } = await userSettings(env);
  if (disableAutoMode === 'disable' || permissions?.disableAutoMode === 'disable') return 'acceptEdits';
  const address = set['ANTHROPIC_BASE_URL'] ?? env['ANTHROPIC_BASE_URL'];
  return isOwnApi(address) ? 'auto' : 'acceptEdits';
}

/**
 * What may run without being asked for, in either mode: recording with `kernel`, which reads its credential itself (a rule
 * never matches a command that expands a variable), Kernel's tools, and the tests of the project.
 */
export async function allowRules(workspace: string): Promise<string[]> {
  const commands = [...KERNEL_NOUNS.map((noun) => `kernel ${noun}`), ...(await testCommands(workspace))];
  return ['mcp__kernel', ...commands.map((command) => `Bash(${command}:*)`)];
}

function isOwnApi(address: unknown): boolean {
  if (address === undefined || address === '') return true;
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { hostname } = new URL(address);
  return hostname === 'anthropic.com' || hostname.endsWith('.anthropic.com');
}

/** What the user set for Claude Code; nothing where the file is missing or is not understood, as it has the last word itself. */
async function userSettings(env: NodeJS.ProcessEnv): Promise<z.infer<typeof settings>> {
  const folder = env['CLAUDE_CONFIG_DIR'] || join(env['HOME'] || homedir(), '.claude');
  const text = await readFile(join(folder, 'settings.json'), 'utf8').catch(() => '');
  return settings.safeParse(parseJson(text)).data ?? {};
}
