import { compileBriefing } from '../compile-briefing.ts';
import type { RuntimeAdapter } from '../runtime-adapter.ts';
import type { AgentSettings } from './agent-settings.ts';
import { detector, locate } from './detect.ts';
import { launch } from './launch.ts';
import { readEvents } from './read-events.ts';

/** The driver cancels the turn first, then ends the agent: both within this time. */
const STOP_GRACE_MS = 15_000;

/** The runtime of an agent that speaks the Agent Client Protocol: nothing but what its settings say. */
export const acpAdapter = (agent: AgentSettings): RuntimeAdapter => ({
  name: agent.name,
  label: agent.label,
  environment: agent.environment,
  stop: { signal: 'SIGTERM', graceMs: STOP_GRACE_MS },
  locate: ({ env }) => locate(agent, env),
  detect: detector(agent),
  compileProviderContext: (source, ids) => compileBriefing(source, ids, 'network'),
  launch: (request) => launch(agent, request),
  resume: (request, providerSessionId) => launch(agent, request, providerSessionId),
  readEvents,
});
