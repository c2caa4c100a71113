import type { RuntimeSignIn } from '#prisma/generated/client/client.ts';

/** Runtimes that an organisation uses unless somebody disabled them; any other one is used once it was enabled. */
export const enabledByDefault: readonly string[] = ['claude', 'codex'];

export const isEnabledByDefault = (runtime: string): boolean => enabledByDefault.includes(runtime);

/** What one machine says of a runtime, and whether that machine is there. */
export interface RuntimeOnMachine {
  readonly machineId: string;
  readonly machineName: string;
  readonly isOnline: boolean;
  readonly isInstalled: boolean;
  readonly signIn: RuntimeSignIn;
  readonly isUsable: boolean;
  readonly problem: string | null;
}

/** Whether a runtime can be started for the organisation now; when not, why, in a sentence with what would change it. */
export interface RuntimeVerdict {
  readonly isOffered: boolean;
  readonly reason: string | null;
}

/** Whether a session of the runtime can start on this machine now. */
export const serves = ({ isOnline, isInstalled, signIn, isUsable }: RuntimeOnMachine): boolean =>
  isOnline && isInstalled && isUsable && signIn !== 'SIGNED_OUT';

/**
 * Offered is what the organisation enabled and an online machine serves, signed in. Of several reasons the nearest to that
 * is told. `onlineName` is that of one of the machines asked that is online, whatever it serves; null when none is.
 */
export function runtimeVerdict(
  runtime: string,
  isEnabled: boolean,
  machines: readonly RuntimeOnMachine[],
  onlineName: string | null,
): RuntimeVerdict {
  if (!isEnabled) return no(`${runtime} is not enabled in this organisation: kernel runtime enable ${runtime}.`);
  if (machines.some(serves)) return { isOffered: true, reason: null };
  const online = machines.filter(({ isOnline }) => isOnline);
  const installed = online.filter(({ isInstalled }) => isInstalled);
  const [out] = installed.filter(({ signIn }) => signIn === 'SIGNED_OUT');
  const [broken] = installed.filter(({ signIn }) => signIn !== 'SIGNED_OUT');
  const [there] = online;
  const [away] = machines.filter(({ isInstalled }) => isInstalled);
  if (broken !== undefined) {
    return no(`${runtime} on ${broken.machineName} is not usable: ${broken.problem ?? 'its daemon gave no reason'}`);
  }
  if (out !== undefined) {
    return no(`${runtime} on ${out.machineName} is not signed in. ${out.problem ?? `Sign in to ${runtime} there.`}`);
  }
  if (away !== undefined) return no(`${runtime} is on ${away.machineName}, which is offline: run kernel daemon there.`);
  if (there !== undefined)
    return no(`${runtime} is not installed on ${there.machineName}, nor on another online machine.`);
  if (onlineName !== null) {
    const remedy = 'set it up there, or run kernel daemon where it is installed';
    return no(`The daemon of ${onlineName} knows no runtime ${runtime}: ${remedy}.`);
  }
  return no(`No machine is online: run kernel daemon where ${runtime} is installed.`);
}

const no = (reason: string): RuntimeVerdict => ({ isOffered: false, reason });
