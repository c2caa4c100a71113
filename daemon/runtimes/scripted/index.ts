import { compileBriefing } from '../compile-briefing.ts';
import type { RuntimeAdapter } from '../runtime-adapter.ts';
import { detect, locate } from './detect.ts';
import { launch, resume } from './launch.ts';
import { readEvents } from './read-events.ts';

/** Names the program that plays the agent: a file that this Node runs. Without it there is no scripted runtime. */
export const SCRIPT_VARIABLE = 'KERNEL_SCRIPTED_RUNTIME';

/** The runtime of tests and of a first look: it prints lines of JSON and does what a program of your own says. */
export function scriptedAdapter(env: NodeJS.ProcessEnv): readonly RuntimeAdapter[] {
  const program = env[SCRIPT_VARIABLE];
  if (program === undefined || program === '') return [];
  return [
    {
      name: 'scripted',
      label: 'Scripted',
      environment: ['SCRIPTED_'],
      stop: { signal: 'SIGTERM', graceMs: 2_000 },
      locate: () => locate(program),
      detect: () => detect(program),
      compileProviderContext: (source, ids) => compileBriefing(source, ids, 'network'),
      launch,
      resume,
      readEvents,
    },
  ];
}
