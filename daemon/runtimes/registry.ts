import { claudeAdapter } from './claude/index.ts';
import { codexAdapter } from './codex/index.ts';
import type { RuntimeAdapter } from './runtime-adapter.ts';
import { scriptedAdapter } from './scripted/index.ts';

/** Every runtime this daemon knows, by name. To add one: its folder beside this file, and its line here. */
export const runtimeAdapters = (env: NodeJS.ProcessEnv): ReadonlyMap<string, RuntimeAdapter> =>
  new Map([claudeAdapter(env), codexAdapter(env), ...scriptedAdapter(env)].map((adapter) => [adapter.name, adapter]));
