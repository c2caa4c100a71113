import { compileBriefing } from '../compile-briefing.ts';
import type { RuntimeAdapter } from '../runtime-adapter.ts';
import { detect, locate } from './detect.ts';
import { launch, resume } from './launch.ts';
import { readEvents } from './read-events.ts';

/** What Claude Code reads of its environment: its own settings, those of its MCP client and tools, and its provider's. */
function environment(env: NodeJS.ProcessEnv): string[] {
  const own = ['CLAUDE_', 'ANTHROPIC_', 'MCP_', 'DISABLE_', 'API_TIMEOUT_MS', 'BASH_DEFAULT_', 'BASH_MAX_'];
  const bedrock = env['CLAUDE_CODE_USE_BEDROCK'] ? ['AWS_'] : [];
  const vertex = env['CLAUDE_CODE_USE_VERTEX'] ? ['GOOGLE_', 'CLOUD_ML_REGION', 'VERTEX_'] : [];
  const foundry = env['CLAUDE_CODE_USE_FOUNDRY'] ? ['AZURE_'] : [];
  return [...own, ...bedrock, ...vertex, ...foundry];
}

/** Claude Code, in print mode. `env` is the daemon's. */
export const claudeAdapter = (env: NodeJS.ProcessEnv): RuntimeAdapter => ({
  name: 'claude',
  label: 'Claude Code',
  environment: environment(env),
  stop: { signal: 'SIGTERM', graceMs: 5_000 },
  locate: ({ env: current }) => locate(current),
  detect: ({ env: current }) => detect(current),
  compileProviderContext: (source, ids) => compileBriefing(source, ids, 'network'),
  launch: (request) => launch(env, request),
  resume: (request, providerSessionId) => resume(env, request, providerSessionId),
  readEvents,
});
