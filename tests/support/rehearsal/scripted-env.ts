import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClientHome } from '../real-clis/client-home.ts';
import type { RealClis } from '../real-clis/install-real-clis.ts';
import { codexConfig } from '../real-clis/run-codex.ts';
import type { ScriptedModel } from '../scripted-model/start-scripted-model.ts';

/** Keys of the scripted models: worthless, and nowhere to be found afterwards. */
export const MODEL_KEYS = { codex: 'codex-model-key-1f0b7a', claude: 'claude-model-key-93d2c4' };

/** What the daemon is told, so that both clients of a fresh home speak to scripted models alone. */
export async function scriptedEnv(
  { home }: ClientHome,
  clis: RealClis,
  models: { readonly codex: ScriptedModel; readonly claude: ScriptedModel },
): Promise<Record<string, string>> {
  const [codexHome, claudeHome] = [join(home, '.codex'), join(home, '.claude')];
  for (const folder of [codexHome, claudeHome]) await mkdir(folder);
  await writeFile(join(codexHome, 'config.toml'), codexConfig(models.codex));
  return {
    KERNEL_CODEX_PATH: clis.codex,
    KERNEL_CLAUDE_PATH: clis.claude,
    CODEX_HOME: codexHome,
    SCRIPTED_MODEL_KEY: MODEL_KEYS.codex,
    CLAUDE_CONFIG_DIR: claudeHome,
    ANTHROPIC_BASE_URL: models.claude.url,
    ANTHROPIC_API_KEY: MODEL_KEYS.claude,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_MAX_RETRIES: '1',
  };
}
