import type { ClaimedCommand, DeliveredCommand } from '#client/api/operations/fleet/daemon.ts';
import type { Connection } from '#client/api/connection.ts';
import { pause } from '#client/api/streams/pause.ts';
import { endLaunch } from '../launches/end-launch.ts';
import { type ClaimedEntry, isClaimed, type LaunchEntry } from '../launches/launch-entry.ts';
import { recoverLaunch } from '../launches/recover-launch.ts';
import type { Report } from '../outbox/report.ts';
import type { RuntimeAdapter } from '../runtimes/runtime-adapter.ts';
import { unknownRuntime } from '../runtimes/unknown-runtime.ts';
import { type BeginParts, beginSession, type NotBegun } from '../sessions/begin-session.ts';
import { SessionRunner } from '../sessions/session-runner.ts';
import { claimCommand, sessionOf } from './claim-command.ts';
import { Workspaces } from './workspaces.ts';

/** The wait before what failed here, such as on a full disk, is tried again, in milliseconds. */
const AGAIN_MS = 5_000;
/** Failures of a moment: the same is tried again, and not reported as the end of a session. */
const PASSING_FAULTS: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EAGAIN', 'ENOMEM']);

export interface SupervisorParts extends BeginParts {
  readonly adapters: ReadonlyMap<string, RuntimeAdapter>;
  /** Ends the daemon; processes of sessions go on and are found again by the next one. */
  readonly signal: AbortSignal;
}

/** Runs the sessions of this machine: carries commands out, once each, and finds again what an earlier daemon left. */
export class Supervisor {
  readonly #parts: SupervisorParts;
  readonly #runners = new Map<string, SessionRunner>();
  /** Launches that are being begun or taken up now, each with whether it is to stop: what is given twice is done once. */
  readonly #busy = new Map<string, { isStopped: boolean }>();
  readonly #workspaces = new Workspaces();
  readonly #following = new Set<Promise<void>>();

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
  }

  /** Sessions that run now. */
  get running(): ClaimedEntry[] {
    return [...this.#runners.values()].map(({ entry }) => entry);
  }

  /** Takes up what an earlier daemon left open, by the evidence on disk. */
  async recover(): Promise<void> {
    const { ledger, outbox, log } = this.#parts;
    const takeUp = async ({ launchId, phase }: LaunchEntry) => {
      const entry = ledger.find(launchId);
      const isTakenUp = entry !== undefined && (await this.#takeUp(entry));
      log.info({ launchId, phase, isTakenUp }, 'a launch of an earlier daemon was found');
    };
    await Promise.all(ledger.open.map((entry) => this.#keepTrying(entry.launchId, () => takeUp(entry))));
    await ledger.prune(outbox);
  }

  /** Tells the server of launches it takes to be open here and that this machine knows nothing of. */
  async disown(openLaunches: readonly { readonly id: string; readonly fence: number }[]): Promise<void> {
    const { ledger, outbox } = this.#parts;
    for (const { id: launchId, fence } of openLaunches) {
      if (ledger.find(launchId) !== undefined) continue;
      const detail =
        'The ledger of this machine does not know the launch: its state folder was lost or is another one.';
      await outbox.put({ kind: 'UNCERTAIN', launchId, fence, detail });
    }
  }

  /** Carries a command out; does nothing for one that is under way or done. */
  async handle({ command }: DeliveredCommand, connection: Connection): Promise<void> {
    const { id: commandId, kind, acknowledgedAt, launch } = command;
    if (typeof acknowledgedAt === 'string') return;
    if (kind === 'STOP_SESSION') {
      await this.stop(launch.id);
      await this.#parts.outbox.put({ kind: 'ACK', launchId: launch.id, commandId });
      return;
    }
    if (this.#busy.has(launch.id) || this.#runners.has(launch.id)) return;
    await this.#keepTrying(launch.id, () => this.#carryOut(launch.id, commandId, connection));
  }

  /** Ends what runs for a launch, or is about to. */
  async stop(launchId: string): Promise<void> {
    const runner = this.#runners.get(launchId);
    if (runner !== undefined) return runner.stop('CANCELLED');
    const busy = this.#busy.get(launchId);
    const entry = this.#parts.ledger.find(launchId);
    if (busy !== undefined) busy.isStopped = true;
    else if (entry !== undefined && entry.phase !== 'ENDED') {
      await this.#parts.ledger.write({ ...entry, stopping: 'CANCELLED' });
    }
  }

  /** Stops what the server takes no report of any more: its claim was given to another, or its session ended. */
  refused({ launchId }: Report, code: string): void {
    if (code !== 'STALE_FENCE' && code !== 'SESSION_ENDED') return;
    this.stop(launchId).catch((error: unknown) =>
      this.#parts.log.error({ err: error, launchId }, 'a session did not stop'),
    );
  }

  /** Returns once nobody follows a session any more, after `signal` fired. */
  async settled(): Promise<void> {
    await Promise.all(this.#following);
  }

  /**
   * Does what concerns one launch. What fails here, such as on a full disk, is tried again from what is safe on disk, for as
   * long as it takes. Returns after the first try.
   */
  async #keepTrying(launchId: string, act: () => Promise<void>): Promise<void> {
    const { log, signal } = this.#parts;
    const isDone = () =>
      act().then(
        () => true,
        (error: unknown) => {
          log.error({ err: error, launchId }, 'a launch cannot be dealt with just now; it is tried again');
          return false;
        },
      );
    const again = async () => {
      do await pause(AGAIN_MS, signal);
      while (!signal.aborted && !(await isDone()));
    };
    this.#busy.set(launchId, { isStopped: false });
    const free = () => this.#busy.delete(launchId);
    if (await isDone()) free();
    else this.#track(again().finally(free));
  }

  #track(going: Promise<void>): void {
    const tracked = going.finally(() => this.#following.delete(tracked));
    this.#following.add(tracked);
  }

  /** From the command to the process, going on from what the ledger has of the launch. */
  async #carryOut(launchId: string, commandId: string, connection: Connection): Promise<void> {
    const entry = await this.#entryFor(launchId, commandId);
    const isOver = entry.phase === 'ENDED' || (await this.#takeUp(entry));
    if (!isOver && !(await this.#start(this.#parts.ledger.find(launchId) ?? entry, connection))) return;
    await this.#parts.outbox.put({ kind: 'ACK', launchId, commandId });
  }

  /** What the ledger has of the launch, or a new entry. */
  async #entryFor(launchId: string, commandId: string): Promise<LaunchEntry> {
    const { ledger } = this.#parts;
    const known = ledger.find(launchId);
    if (known === undefined) return ledger.begin(launchId, commandId);
    if (known.phase !== 'ENDED' || known.commandId === commandId) return known;
    // A person settled that the first command came to nothing, and had the launch repeated.
    const fresh = await ledger.begin(launchId, commandId);
    return ledger.write({ ...fresh, attempt: known.attempt + 1 });
  }

  /** Follows the process of a launch if one was made, be it by this daemon or one before. False when none was. */
  async #takeUp(entry: LaunchEntry): Promise<boolean> {
    const { ledger, outbox } = this.#parts;
    if (isClaimed(entry) && entry.ending !== undefined) {
      await endLaunch(this.#parts, entry, entry.ending);
      await ledger.tidy(entry.launchId, outbox);
      return true;
    }
    const found = await recoverLaunch(ledger, entry);
    if (found === undefined) return false;
    // The daemon may have died between the process and the report of it; a repeated report changes nothing.
    await outbox.put({ kind: 'STARTED', launchId: found.launchId, fence: found.session.fence });
    await this.#workspaces.take(found);
    this.#follow(found);
    return true;
  }

  /** Claims the command and begins its session. False when there is nothing to claim, or the daemon ends. */
  async #start(entry: LaunchEntry, connection: Connection): Promise<boolean> {
    const { ledger, outbox, log } = this.#parts;
    const { launchId } = entry;
    const claimed = await claimCommand({ ...this.#parts, connection }, entry);
    if (claimed === undefined) return false;
    const session = sessionOf(claimed);
    const known = { ...entry, phase: 'CLAIMED', session } as const;
    await ledger.write(known);
    const begun = await this.#begin(known, claimed).catch((error: unknown): NotBegun => {
      if (ledger.find(launchId)?.phase !== 'CLAIMED' || isPassingFault(error)) throw error;
      log.error({ err: error, launchId }, 'a session did not begin');
      return { exitReason: 'CRASHED', detail: 'The daemon could not start it; its log says why.' };
    });
    if ('exitReason' in begun) {
      log.warn({ launchId, sessionId: session.sessionId, ...begun }, 'a session did not begin');
      await outbox.put({ kind: 'ENDED', launchId, fence: session.fence, exitCode: null, ...begun });
      await ledger.write({ ...known, phase: 'ENDED' });
      this.#workspaces.release(launchId);
      await ledger.tidy(launchId, outbox);
    } else {
      this.#follow(begun);
    }
    return true;
  }

  async #begin(entry: ClaimedEntry, claimed: ClaimedCommand): Promise<ClaimedEntry | NotBegun> {
    const { runtime, workspace } = entry.session;
    const adapter = this.#parts.adapters.get(runtime);
    if (entry.stopping !== undefined || this.#busy.get(entry.launchId)?.isStopped === true) {
      return { exitReason: 'CANCELLED', detail: 'It was stopped before it began.' };
    }
    if (adapter === undefined) {
      return { exitReason: 'RUNTIME_MISSING', detail: `This machine’s daemon does not know the runtime ${runtime}.` };
    }
    const holder = await this.#workspaces.take(entry);
    if (holder !== undefined) {
      const detail = `Session ${holder} runs in ${workspace}: two would write over each other. Use a worktree of its own.`;
      return { exitReason: 'WORKSPACE_BUSY', detail };
    }
    return beginSession(this.#parts, adapter, entry, claimed);
  }

  #follow(entry: ClaimedEntry): void {
    const { ledger, outbox, log, adapters } = this.#parts;
    const { launchId, session } = entry;
    const adapter = adapters.get(session.runtime) ?? unknownRuntime(session.runtime);
    const runner = new SessionRunner({ ledger, outbox, log, adapter }, entry);
    this.#runners.set(launchId, runner);
    const following = this.#followOn(runner).finally(() => {
      this.#runners.delete(launchId);
      this.#workspaces.release(launchId);
    });
    this.#track(following);
    if (this.#busy.get(launchId)?.isStopped === true) runner.stopSoon('CANCELLED');
  }

  /** Follows to the end. What fails on the way, such as a full disk, is tried again from what is safe on disk. */
  async #followOn(runner: SessionRunner): Promise<void> {
    const { log, signal } = this.#parts;
    while (!signal.aborted) {
      try {
        return await runner.follow(signal);
      } catch (error) {
        const { launchId } = runner.entry;
        log.error({ err: error, launchId }, 'a session cannot be followed just now; it is tried again');
        await pause(AGAIN_MS, signal);
      }
    }
  }
}

const isPassingFault = (error: unknown): boolean =>
  PASSING_FAULTS.has((error as { readonly code?: unknown } | undefined)?.code);
