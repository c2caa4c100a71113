import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';

/** The part of a config.toml that a launch has to know. */
const config = z.object({
  model_provider: z.string().optional().catch(undefined),
  model_providers: z
    .record(
      z.string(),
      z.object({
        env_key: z.string().optional().catch(undefined),
        env_http_headers: z.record(z.string(), z.string()).optional().catch(undefined),
      }),
    )
    .catch({}),
});

/** The folder of Codex's own settings and records. */
export const codexHome = (env: NodeJS.ProcessEnv): string =>
  env['CODEX_HOME'] || join(env['HOME'] || homedir(), '.codex');

/** Whether KERNEL_CODEX_NETWORK opens the network to what Codex runs; then a session reaches Kernel itself. */
export const hasNetwork = (env: NodeJS.ProcessEnv): boolean => env['KERNEL_CODEX_NETWORK'] === '1';

/**
 * The variables that the user's model provider reads its keys from, with their values: without them a session would have
 * none. Nothing where there is no such provider, or where the settings are not understood; Codex itself says so then.
 */
export async function providerEnv(env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  const { model_provider: name, model_providers: providers } = await readConfig(env);
  const provider = name === undefined ? undefined : providers[name];
  const names = [provider?.env_key ?? '', ...Object.values(provider?.env_http_headers ?? {})];
  return Object.fromEntries(
    names.flatMap((variable) => {
      const value = env[variable];
      return value === undefined ? [] : [[variable, value]];
    }),
  );
}

async function readConfig(env: NodeJS.ProcessEnv): Promise<z.infer<typeof config>> {
  const text = await readFile(join(codexHome(env), 'config.toml'), 'utf8').catch(() => '');
  return config.safeParse(parsed(text)).data ?? { model_providers: {} };
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return {};
  }
}
