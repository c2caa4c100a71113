import type { Call } from '../../call.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { Answer } from '../../output/answer.ts';
import { fields } from '../../output/fields.ts';
import { loadLocalDaemon, type StateOptions } from './local-daemon.ts';

type Said = NonNullable<Awaited<ReturnType<typeof loadLocalDaemon>>['status']>;

/** `kernel daemon status`: the daemon of this machine, as it tells itself, also without its server. */
export async function daemonStatus(call: Call, options: StateOptions): Promise<Answer> {
  const { holder, status: said, stateDir, whyNot } = await loadLocalDaemon(call, options);
  const problem = whyNot(undefined) ?? null;
  const running = holder !== undefined;
  return {
    json: { running, stateDir, daemon: holder ?? null, status: said ?? null, problem },
    text: (view) =>
      fields(
        [
          ['daemon', running ? `${holder.label}, since ${holder.since}` : 'does not run'],
          ['version', running ? said?.version : undefined],
          ['state', stateDir],
          ['server', said?.serverUrl],
          ['machine', said === undefined ? undefined : machineOf(said)],
          ['last contact', said?.lastContactAt],
          ['runtimes', said?.runtimes.map(runtimeOf)],
          ['sessions', said?.sessions.map((of) => `${of.workItemKey} ${of.runtime} ${of.sessionId}`)],
          ['reports waiting', said?.waitingReports],
          ['reports held back', said?.heldReports.map(heldOf)],
          ['problem', problem],
        ],
        view,
      ),
    ...(running ? {} : { exitCode: exitCodes.fault }),
  };
}

const heldOf = ({ launchId, reports, why }: Said['heldReports'][number]): string =>
  `${reports} of launch ${launchId}, tried again within five minutes: ${why}`;

const machineOf = ({ machineName, machineId }: Said): string =>
  machineId === null ? machineName : `${machineName} (${machineId})`;

const runtimeOf = ({ runtime, version, isInstalled, isUsable, signIn, problem }: Said['runtimes'][number]): string => {
  const state = isInstalled && isUsable && signIn !== 'SIGNED_OUT' ? 'ready' : 'not ready';
  return [runtime, version, state, problem].filter((part) => part !== null).join(' · ');
};
