import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../durable/write-file.ts';
import type { LaunchPlan, LaunchRequest } from '../runtime-adapter.ts';
import { testCommands } from '../test-commands.ts';
import type { AgentSettings } from './agent-settings.ts';
import type { DrivePlan } from './drive-plan.ts';

/** The word that makes `kernel` the driver of an agent. */
export const DRIVER_WORD = 'drive-acp';

/** `kernel drive-acp <plan>`: the process of the session is our driver, which starts the agent and speaks with it. */
export async function launch(
  agent: AgentSettings,
  request: LaunchRequest,
  resume: string | null = null,
): Promise<LaunchPlan> {
  const { program, prompt, launchDir, kernel } = request;
  const { label, args, permissions, commands, variables } = agent;
  // Agents look for what they keep of a folder by the name that the system gives it, whatever link led there.
  const workspace = await realpath(request.workspace);
  const tests = (await testCommands(workspace)).map((beginning) => beginning.split(' '));
  const plan: DrivePlan = {
    ...{ label, program, args, workspace, prompt, resume, permissions },
    kernel: [...kernel],
    commands: [...tests, ...commands],
  };
  const path = join(launchDir, 'drive.json');
  await writeDurably(path, JSON.stringify(plan));
  const [command = process.execPath, ...words] = kernel;
  return { command, args: [...words, DRIVER_WORD, path], env: variables };
}
