import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { Connection } from '#client/api/connection.ts';
import { reportRuntimes, signOffMachine } from '#client/api/operations/fleet/daemon.ts';
import { secretValuesOf } from '#schema/documents/redaction/secret-values-of.ts';
import { pause } from '#client/api/streams/pause.ts';
import { followCommands } from './serving/command-loop.ts';
import { type DaemonConfig, statePaths } from './machine/config.ts';
import { DaemonError } from './daemon-error.ts';
import { detectRuntimes } from './serving/detect-runtimes.ts';
import { LaunchLedger } from './launches/ledger.ts';
import { createDaemonLog, type DaemonLog } from './log.ts';
import { noteDaemon } from './machine/daemon-notes.ts';
import { placeKernelCommand } from './machine/kernel-command.ts';
import { takeLock } from './machine/lock.ts';
import { keptToken } from './machine/registration.ts';
import { readSettings, settingsPath } from './machine/settings.ts';
import { ENDED_AS_ASKED } from './machine/status-file.ts';
import { StatusTeller } from './machine/status-teller.ts';
import { deliverReports } from './outbox/deliver-reports.ts';
import { Outbox } from './outbox/outbox.ts';
import { sendReport } from './outbox/send-report.ts';
import { keepPresence, messageOf, type Presence } from './serving/presence.ts';
import { type Present, present } from './serving/present.ts';
import { KnownPrograms } from './runtimes/program/known-programs.ts';
import { runtimeAdapters } from './runtimes/registry.ts';
import { Supervisor } from './serving/supervisor.ts';

export { defaultMachineName, defaultStateDir } from './machine/config.ts';
export { findStateDir, stateDirToServe } from './machine/daemon-notes.ts';
export { readLocalDaemon, whyNotOffered } from './machine/status.ts';

/** How often the runtimes are looked at again, in milliseconds, and how long a goodbye may take. */
const DETECT_INTERVAL_MS = 60_000;
const GOODBYE_MS = 2_000;
/** The wait before runtimes that could not be reported are reported again, in milliseconds. */
const REPORT_WAIT_MS = 2_000;

/** What is told once the daemon serves its machine. */
export interface DaemonReady {
  readonly machineId: string;
  readonly machineName: string;
}

export interface RunDaemonArguments {
  readonly config: DaemonConfig;
  /** Ends the daemon; sessions go on, and the next daemon of this state folder takes them up. */
  readonly signal: AbortSignal;
  readonly onReady?: (ready: DaemonReady) => void | Promise<void>;
}

/**
 * Runs the daemon of this machine until `signal` fires. What it finds of an earlier one it takes up first, be the server
 * there or not. Throws DaemonError for what a person can mend: another daemon, nobody signed in.
 */
export async function runDaemon({ config, signal: ending, onReady }: RunDaemonArguments): Promise<void> {
  if (process.platform === 'win32') {
    throw new DaemonError('UNSUPPORTED', 'The daemon needs process groups, which Windows lacks: run it in WSL.');
  }
  const log = createDaemonLog(config.env);
  const instanceId = randomUUID();
  const label = `process ${process.pid} on ${hostname()}`;
  const paths = statePaths(config.stateDir);
  await using lock = await takeLock(paths.lock, instanceId, label);
  const failing = new AbortController();
  const signal = AbortSignal.any([ending, failing.signal]);
  const hands = await openHands(config, log, signal);
  const { supervisor, status } = hands;
  let last = ENDED_AS_ASKED;
  try {
    await noteDaemon(config.env, config.stateDir, config.serverUrl);
    await supervisor.recover();
    const onContact = (problem: string | null) => status.contact(problem);
    const place = { ...config, path: paths.machine };
    const presence = { instanceId, log, signal, onContact };
    const served = await present(place, { ...presence, replaces: lock.replaces, label });
    if (served === undefined) return;
    const { connection, registration } = served;
    status.registered(registration);
    log.info({ machineId: registration.machineId, serverUrl: config.serverUrl }, 'the machine is served');
    await supervisor.disown(served.openLaunches);
    await onReady?.({ machineId: registration.machineId, machineName: registration.name });
    const loops = serve(hands, { ...presence, connection }, served, config.env);
    await Promise.all(loops.map((loop) => loop.finally(() => failing.abort())));
    await goodbye(config.serverUrl, (await keptToken(place)) ?? registration.token, instanceId, log);
  } catch (error) {
    last = messageOf(error);
    throw error;
  } finally {
    failing.abort();
    await supervisor.settled();
    await status.ended(last);
  }
}

/** What acts and remembers on this machine. */
interface Hands {
  readonly outbox: Outbox;
  readonly adapters: ReturnType<typeof runtimeAdapters>;
  readonly programs: KnownPrograms;
  readonly supervisor: Supervisor;
  readonly status: StatusTeller;
}

async function openHands(config: DaemonConfig, log: DaemonLog, signal: AbortSignal): Promise<Hands> {
  const paths = statePaths(config.stateDir);
  const { serverUrl, env, kernel } = config;
  await placeKernelCommand(paths.bin, kernel);
  const [ledger, outbox] = await Promise.all([
    LaunchLedger.open(paths.launches),
    Outbox.open(paths.outbox, secretValuesOf(env)),
  ]);
  const adapters = runtimeAdapters(env, (await readSettings(settingsPath(env))).runtimes);
  const programs = new KnownPrograms();
  const parts = { ledger, outbox, log, serverUrl, env, programs, kernel, binFolder: paths.bin };
  const supervisor = new Supervisor({ ...parts, adapters, signal });
  const status = new StatusTeller(paths.status, log, { config, outbox, supervisor });
  return { outbox, adapters, programs, supervisor, status };
}

/** The four things a daemon does at once, each until the signal fires; the first to fail ends the others. */
function serve(
  { outbox, adapters, programs, supervisor, status }: Hands,
  presence: Presence,
  { again }: Present,
  env: NodeJS.ProcessEnv,
): Promise<void>[] {
  const { connection, log, signal } = presence;
  const onStop = (launchIds: readonly string[]) => {
    for (const launchId of launchIds) {
      supervisor
        .stop(launchId)
        .catch((error: unknown) => log.error({ err: error, launchId }, 'a session did not stop'));
    }
  };
  return [
    keepPresence(presence, onStop, async () => supervisor.disown((await again()) ?? [])),
    deliverReports({
      ...{ outbox, log, signal },
      send: (waiting) => sendReport(connection, waiting),
      onRefused: (report, code) => supervisor.refused(report, code),
    }),
    followCommands({ connection, log, signal, onCommand: (command) => supervisor.handle(command, connection) }),
    keepReporting(presence, () => detectRuntimes(adapters, programs, env, log), status),
  ];
}

/** Looks at the runtimes now and then, and reports them: at once when the server has not heard of them. */
async function keepReporting(
  { connection, instanceId, log, signal }: Omit<Presence, 'onContact'>,
  detect: () => ReturnType<typeof detectRuntimes>,
  status: StatusTeller,
): Promise<void> {
  while (!signal.aborted) {
    const runtimes = await detect();
    status.found(runtimes);
    const isReported = await reportRuntimes(connection, { instanceId, runtimes }).then(
      () => true,
      (error: unknown) => {
        log.debug({ err: error }, 'the runtimes were not reported; it is tried again');
        return false;
      },
    );
    await pause(isReported ? DETECT_INTERVAL_MS : REPORT_WAIT_MS, signal);
  }
}

async function goodbye(serverUrl: string, token: string, instanceId: string, log: DaemonLog): Promise<void> {
  const connection = new Connection({ serverUrl, token, timeoutMs: GOODBYE_MS, retryDelaysMs: [] });
  await signOffMachine(connection, instanceId).catch((error: unknown) =>
    log.debug({ err: error }, 'no goodbye was said'),
  );
}
