import { DaemonError } from '../daemon-error.ts';
import type { AgentSettings } from './acp/agent-settings.ts';
import { acpAdapter } from './acp/index.ts';
import { claudeAdapter } from './claude/index.ts';
import { codexAdapter } from './codex/index.ts';
import type { RuntimeAdapter } from './runtime-adapter.ts';
import { scriptedAdapter } from './scripted/index.ts';

/** The runtimes that have a folder of their own. To add one: its folder beside this file, and its line here. */
const ownAdapters = (env: NodeJS.ProcessEnv): readonly RuntimeAdapter[] => [
  claudeAdapter(env),
  codexAdapter(env),
  ...scriptedAdapter(env),
];

/**
 * Every runtime this daemon knows, by name: its own, and the agents that the settings of the machine name. Throws
 * DaemonError BAD_SETTINGS for an agent with the name of one of its own.
 */
export function runtimeAdapters(
  env: NodeJS.ProcessEnv,
  agents: readonly AgentSettings[],
): ReadonlyMap<string, RuntimeAdapter> {
  const known = new Map(ownAdapters(env).map((adapter) => [adapter.name, adapter]));
  for (const agent of agents) {
    if (known.has(agent.name)) {
      throw new DaemonError(
        'BAD_SETTINGS',
        `Kernel has a runtime ${agent.name} of its own: give that in daemon.json another name.`,
      );
    }
    known.set(agent.name, acpAdapter(agent));
  }
  return known;
}
