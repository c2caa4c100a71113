import type { Fleet } from '../../api/operations/page/fleet.ts';

type MachineRuntime = Fleet['machines'][number]['runtimes'][number];

/** What a machine can do with a runtime, in words: `2.1.332, signed in` or `not signed in: run codex login there`. */
export function runtimeVerdict({ version, isInstalled, isUsable, signIn, problem }: MachineRuntime): string {
  if (!isInstalled) return `not installed${problem == null ? '' : `: ${problem}`}`;
  const signedIn = { SIGNED_IN: 'signed in', SIGNED_OUT: 'not signed in', UNKNOWN: 'sign-in unknown' }[signIn];
  const parts = [version ?? undefined, signedIn].filter((part) => part !== undefined).join(', ');
  return isUsable || problem == null ? parts : `${parts}: ${problem}`;
}
