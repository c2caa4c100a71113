import type { ScriptedModel } from '../scripted-model/start-scripted-model.ts';
import type { ClientHome } from './client-home.ts';
import { type ClientRun, runClient } from './client-run.ts';
import type { RealClis } from './install-real-clis.ts';

/**
 * Runs the real Claude Code once with a scripted model: no account, no traffic but to that model. `args` are further
 * arguments (`--resume ID`, `--mcp-config JSON`), `env` further variables.
 */
export function runClaude(
  { claude }: RealClis,
  home: ClientHome,
  model: ScriptedModel,
  run: {
    readonly prompt: string;
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<ClientRun> {
  const args = ['-p', run.prompt, '--output-format', 'stream-json', '--verbose', ...(run.args ?? [])];
  const env = {
    ...home.env,
    CLAUDE_CONFIG_DIR: `${home.home}/.claude`,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'not-a-key',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_MAX_RETRIES: '1',
    ...run.env,
  };
  return runClient(claude, args, { cwd: home.workspace, env });
}
