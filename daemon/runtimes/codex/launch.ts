import { access } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { LaunchPlan, LaunchRequest } from '../runtime-adapter.ts';
import { hasNetwork, providerEnv } from './settings.ts';
import { noteOwnFolders } from './tidy.ts';

/** `codex exec`, with the prompt on its standard input and Kernel's tools beside those that the user has. */
export async function launch(env: NodeJS.ProcessEnv, request: LaunchRequest): Promise<LaunchPlan> {
  return plan(env, request, ['exec']);
}

/** As launch, going on with a thread. */
export async function resume(env: NodeJS.ProcessEnv, request: LaunchRequest, threadId: string): Promise<LaunchPlan> {
  return plan(env, request, ['exec', 'resume', threadId]);
}

async function plan(
  env: NodeJS.ProcessEnv,
  { program, workspace, prompt, launchDir, kernel }: LaunchRequest,
  command: readonly string[],
): Promise<LaunchPlan> {
  await noteOwnFolders(workspace, launchDir);
  const repository = (await isInRepository(workspace)) ? [] : ['--skip-git-repo-check'];
  const settings = settingsOf(kernel, hasNetwork(env)).flatMap((setting) => ['-c', setting]);
  return {
    command: program,
    args: [...command, '--json', ...repository, ...settings, '-'],
    env: await providerEnv(env),
    input: prompt,
  };
}

/**
 * Settings of one run, as `key=TOML`. The sandbox is one of them because `exec resume` takes no option for it. Tools of a
 * server that may write are refused where nobody can be asked, so Kernel's are approved; they run outside the sandbox,
 * which is how a session without network records. Their process is given the credential by name, never by value.
 */
function settingsOf([program = '', ...words]: readonly string[], network: boolean): string[] {
  const server = 'mcp_servers.kernel';
  return [
    'approval_policy="never"',
    'sandbox_mode="workspace-write"',
    // The profile of a login shell may set the PATH anew, and then there is no `kernel` on it.
    'allow_login_shell=false',
    `sandbox_workspace_write.network_access=${network}`,
    // A login shell sets PATH anew, and `kernel` would not be found on it.
    'allow_login_shell=false',
    `${server}.command=${JSON.stringify(program)}`,
    `${server}.args=${JSON.stringify([...words, 'mcp'])}`,
    `${server}.env_vars=["KERNEL_SERVER_URL","KERNEL_SESSION_TOKEN","XDG_DATA_HOME","XDG_STATE_HOME"]`,
    `${server}.default_tools_approval_mode="approve"`,
    `${server}.startup_timeout_sec=60`,
    // A model server that is away would be asked for ever.
    'features.unbounded_connection_retries=false',
  ];
}

async function isInRepository(folder: string): Promise<boolean> {
  const here = await access(join(folder, '.git')).then(
    () => true,
    () => false,
  );
  if (here) return true;
  const above = dirname(folder);
  return above !== folder && isInRepository(above);
}
