import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScriptedModel } from '../scripted-model/start-scripted-model.ts';
import type { ClientHome } from './client-home.ts';
import { type ClientRun, runClient } from './client-run.ts';
import type { RealClis } from './install-real-clis.ts';

/**
 * Runs the real Codex once with a scripted model: no account, no traffic but to that model. `args` are those of `exec`,
 * `config` is more of config.toml, `env` further variables.
 */
export async function runCodex(
  { codex }: RealClis,
  home: ClientHome,
  model: ScriptedModel,
  run: {
    readonly prompt: string;
    readonly args?: readonly string[];
    readonly config?: string;
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<ClientRun> {
  const folder = join(home.home, '.codex');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'config.toml'), `${codexConfig(model)}\n${run.config ?? ''}\n`);
  const args = ['exec', '--json', '--skip-git-repo-check', ...(run.args ?? []), run.prompt];
  const env = { ...home.env, CODEX_HOME: folder, SCRIPTED_MODEL_KEY: 'not-a-key', ...run.env };
  return runClient(codex, args, { cwd: home.workspace, env });
}

/** A model whose tools are plain functions, one attempt a request, and nothing that calls home. */
export const codexConfig = (model: ScriptedModel): string => `
model = "gpt-5.5"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "workspace-write"
[model_providers.scripted]
name = "scripted"
base_url = "${model.url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_MODEL_KEY"
request_max_retries = 1
stream_max_retries = 1
[analytics]
enabled = false
[features]
plugins = false
unbounded_connection_retries = false`;
