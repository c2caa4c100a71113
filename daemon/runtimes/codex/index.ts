import { compileBriefing } from '../compile-briefing.ts';
import type { RuntimeAdapter } from '../runtime-adapter.ts';
import { detect, locate } from './detect.ts';
import { launch, resume } from './launch.ts';
import { readEvents } from './read-events.ts';
import { hasNetwork } from './settings.ts';
import { tidy } from './tidy.ts';

/** Codex, by `codex exec` in its workspace-write sandbox. `env` is the daemon's. */
export const codexAdapter = (env: NodeJS.ProcessEnv): RuntimeAdapter => ({
  name: 'codex',
  label: 'Codex',
  environment: ['CODEX_', 'OPENAI_'],
  stop: { signal: 'SIGTERM', graceMs: 5_000 },
  locate: ({ env: current }) => locate(current),
  detect: ({ env: current }) => detect(current),
  compileProviderContext: (source, ids) =>
    compileBriefing(source, ids, hasNetwork(env) ? 'network' : 'codex-workspace-write'),
  launch: (request) => launch(env, request),
  resume: (request, providerSessionId) => resume(env, request, providerSessionId),
  readEvents: () => readEvents(env),
  tidy,
});
