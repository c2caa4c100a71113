import { runtimeName } from '../sessions/runtime-name.ts';

const KNOWN = ['claude', 'codex'];

/** The runtimes that a handoff can be meant for. */
export const offeredRuntimes = () => ({
  list: KNOWN.map((value) => ({ value, label: runtimeName(value) })),
  whyNone: '',
});
