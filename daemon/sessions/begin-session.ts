import { uptime } from 'node:os';
import type { ClaimedCommand } from '#client/api/operations/fleet/daemon.ts';
import { sha256Hex } from '#schema/documents/text/sha256-hex.ts';
import { utf8Bytes } from '#schema/documents/text/utf8-bytes.ts';
import type { ClaimedEntry } from '../launches/launch-entry.ts';
import type { LaunchLedger } from '../launches/ledger.ts';
import type { DaemonLog } from '../log.ts';
import { bootId } from '../machine/process-identity.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Report } from '../outbox/report.ts';
import type { KnownPrograms } from '../runtimes/program/known-programs.ts';
import type { ProviderContext, RuntimeAdapter } from '../runtimes/runtime-adapter.ts';
import { briefedFrom, briefingSource } from './briefing-source.ts';
import { preventLaunch, spawnSession } from './child-process.ts';
import { lookBeforeBriefing } from './workspace/look-before-briefing.ts';
import { sessionEnv } from './session-env.ts';
import { workspaceProblem } from './workspace-problem.ts';

export interface BeginParts {
  readonly ledger: LaunchLedger;
  readonly outbox: Outbox;
  readonly log: DaemonLog;
  readonly serverUrl: string;
  readonly env: NodeJS.ProcessEnv;
  readonly programs: KnownPrograms;
  /** The folder that holds `kernel`, and the words that start it. */
  readonly binFolder: string;
  readonly kernel: readonly string[];
}

/** Why a session cannot begin here; it never had a process. */
export interface NotBegun {
  readonly exitReason: Extract<Report, { kind: 'ENDED' }>['exitReason'];
  readonly detail: string;
}

/** Ids as runtimes make them. Anything else could be taken for an option of the program that is to go on with the run. */
const RUN_ID = /^[0-9A-Za-z][0-9A-Za-z._:-]{0,199}$/;

/**
 * Briefs a claimed launch and starts its process, once: each step is in the ledger before it is taken. Returns the entry
 * with the process, or why there is none.
 */
export async function beginSession(
  parts: BeginParts,
  adapter: RuntimeAdapter,
  entry: ClaimedEntry,
  claimed: ClaimedCommand,
): Promise<ClaimedEntry | NotBegun> {
  const { outbox, log, env, programs } = parts;
  const { launchId, session } = entry;
  const { sessionId, workItemId, workspace } = session;
  const source = briefingSource(claimed);
  if (source === undefined)
    return notBegun('PACKAGE_MISMATCH', 'The package does not have the hash that its launch names.');
  const run = claimed.launch.resumes?.providerSessionId ?? undefined;
  if (run !== undefined && !RUN_ID.test(run)) {
    return notBegun(
      'CRASHED',
      'What is said to be the id of the run looks like none that a runtime makes. Start another session.',
    );
  }
  const unfit = await workspaceProblem(workspace);
  if (unfit !== undefined) return notBegun('WORKSPACE_MISSING', unfit);
  const { isInstalled, path, version, problem } = await programs.atLaunch(adapter, { env });
  if (!isInstalled || path === null) {
    return notBegun('RUNTIME_MISSING', problem ?? `${adapter.label} is not installed on this machine.`);
  }
  const seen = await lookBeforeBriefing(parts, entry, source, claimed.sourcePin ?? null);
  const context = cleaned(outbox, adapter.compileProviderContext(seen.source, { sessionId, workItemId }));
  await outbox.put(briefingReport(entry, context, source));
  log.info({ launchId, sessionId, sha256: context.sha256 }, briefedFrom(sessionId, source));
  const { credential } = claimed;
  const facts = { program: path, version, prompt: context.text, run, credential };
  return startProcess(parts, adapter, { ...entry, ...seen.baseTree }, facts);
}

interface ProcessFacts {
  readonly program: string;
  readonly version: string | null;
  readonly prompt: string;
  /** The runtime's own id of the run to go on with; undefined for a run that begins. */
  readonly run: string | undefined;
  readonly credential: string;
}

/** Makes the process: the ledger says so before, and which one it is after. One that the system refuses to make is none. */
async function startProcess(
  parts: BeginParts,
  adapter: RuntimeAdapter,
  entry: ClaimedEntry,
  { program, version, prompt, run, credential }: ProcessFacts,
): Promise<ClaimedEntry | NotBegun> {
  const { ledger, outbox, serverUrl, kernel, binFolder } = parts;
  const { launchId, session } = entry;
  const { sessionId, workItemId, workspace } = session;
  const folder = await ledger.attemptFolder(entry);
  const request = { program, version, workspace, prompt, sessionId, launchDir: folder, kernel };
  const plan = await (run === undefined ? adapter.launch(request) : adapter.resume(request, run));
  const spawning = await ledger.write({
    ...entry,
    phase: 'SPAWNING',
    startedAt: { bootId: await bootId(), uptimeSeconds: uptime() },
  });
  const env = sessionEnv(parts.env, {
    ...{ sessionId, workItemId, launchId, serverUrl, credential },
    ...{ binFolder, runtimeNeeds: adapter.environment },
  });
  const process = await spawnSession({ plan, workspace, folder, env }).catch(async (error: Error) => {
    if (await preventLaunch(folder))
      return notBegun('CRASHED', `The system did not make its process: ${error.message}`);
    throw error;
  });
  if (process !== undefined && 'exitReason' in process) return process;
  const running = { ...spawning, ...(process === undefined ? {} : { process }), phase: 'RUNNING', session } as const;
  await ledger.write(running);
  await outbox.put({ kind: 'STARTED', launchId, fence: session.fence });
  return running;
}

const notBegun = (exitReason: NotBegun['exitReason'], detail: string): NotBegun => ({ exitReason, detail });

/** A briefing without what this machine alone knows to be secret: the record may hold it, from a machine that does not. */
function cleaned(outbox: Outbox, context: ProviderContext): ProviderContext {
  const text = outbox.clean(context.text);
  return text === context.text ? context : { ...context, text, bytes: utf8Bytes(text).length, sha256: sha256Hex(text) };
}

function briefingReport(
  { launchId, session: { sessionId } }: ClaimedEntry,
  { text, sha256, cuts, clipped }: ProviderContext,
  source: NonNullable<ReturnType<typeof briefingSource>>,
): Report {
  const of = source.kind === 'HANDOFF' ? source : { version: null, hash: null };
  return {
    kind: 'BRIEFING',
    ...{ launchId, sessionId, text, sha256, cuts: cuts.map((cut) => ({ ...cut })), clipped: [...clipped] },
    ...{ packageVersion: of.version, packageHash: of.hash },
  };
}
