import { realpath } from 'node:fs/promises';
import { type ClaimedCommand, claimMachineCommand, type DeliveredCommand } from '#client/api/operations/daemon.ts';
import type { Connection } from '#client/api/connection.ts';
import { Refused } from '#client/api/refused.ts';
import type { ClaimedEntry, LaunchEntry } from '../launches/launch-entry.ts';
import { recoverLaunch } from '../launches/recover-launch.ts';
import type { Report } from '../outbox/report.ts';
import { pause } from '../pause.ts';
import type { RuntimeAdapter } from '../runtimes/runtime-adapter.ts';
import { type BeginParts, beginSession, type NotBegun } from '../sessions/begin-session.ts';
import { SessionRunner } from '../sessions/session-runner.ts';

/** The first and the longest wait before a claim whose answer was lost is repeated, in milliseconds. */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;

export interface SupervisorParts extends BeginParts {
  readonly adapters: ReadonlyMap<string, RuntimeAdapter>;
  /** Ends the daemon; processes of sessions go on and are found again by the next one. */
  readonly signal: AbortSignal;
}

/** Runs the sessions of this machine: carries commands out, once each, and finds again what an earlier daemon left. */
export class Supervisor {
  readonly #parts: SupervisorParts;
  readonly #runners = new Map<string, SessionRunner>();
  /** Launches whose command is being carried out now: a command that is given twice is carried out once. */
  readonly #busy = new Set<string>();
  /** By launch, the folder it works in. */
  readonly #workspaces = new Map<string, { readonly real: string; readonly sessionId: string }>();
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
    const { ledger, log } = this.#parts;
    for (const entry of ledger.open) {
      const found = await recoverLaunch(ledger, entry);
      const { launchId, phase } = entry;
      log.info({ launchId, phase, isTakenUp: found !== undefined }, 'a launch of an earlier daemon was found');
      if (found !== undefined) {
        // The daemon may have died between the process and the report of it; a repeated report changes nothing.
        await this.#parts.outbox.put({ kind: 'STARTED', launchId, fence: found.session.fence });
        await this.#takeWorkspace(found);
        this.#follow(found);
      }
    }
    await ledger.prune();
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
    this.#busy.add(launch.id);
    try {
      const entry = await this.#entryFor(launch.id, commandId);
      if (entry !== undefined) await this.#start(entry, connection);
    } finally {
      this.#busy.delete(launch.id);
    }
  }

  /** Ends what runs for a launch. */
  async stop(launchId: string): Promise<void> {
    const runner = this.#runners.get(launchId);
    if (runner !== undefined) return runner.stop('CANCELLED');
    const entry = this.#parts.ledger.find(launchId);
    if (entry !== undefined && entry.phase !== 'ENDED')
      await this.#parts.ledger.write({ ...entry, stopping: 'CANCELLED' });
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

  /** What the ledger has of the launch, or a new entry; undefined when the command was carried out before. */
  async #entryFor(launchId: string, commandId: string): Promise<LaunchEntry | undefined> {
    const { ledger, outbox } = this.#parts;
    const known = ledger.find(launchId);
    if (known === undefined) return ledger.begin(launchId, commandId);
    if (known.phase === 'CLAIMING' || known.phase === 'CLAIMED') return known;
    if (known.phase === 'ENDED' && known.commandId !== commandId) {
      // A person settled that the first command came to nothing, and had the launch repeated.
      const fresh = await ledger.begin(launchId, commandId);
      return ledger.write({ ...fresh, attempt: known.attempt + 1 });
    }
    await outbox.put({ kind: 'ACK', launchId, commandId });
    return undefined;
  }

  async #start(entry: LaunchEntry, connection: Connection): Promise<void> {
    const { ledger, outbox, log, adapters } = this.#parts;
    const { launchId, commandId } = entry;
    const claimed = await this.#claim(entry, connection);
    if (claimed === undefined) return;
    const session = sessionOf(claimed);
    const stopping = ledger.find(launchId)?.stopping;
    const known = { ...entry, ...(stopping === undefined ? {} : { stopping }), phase: 'CLAIMED', session } as const;
    await ledger.write(known);
    const adapter = adapters.get(session.runtime);
    const begun = await this.#begin(adapter, known, claimed).catch((error: unknown): NotBegun => {
      log.error({ err: error, launchId }, 'a session did not begin');
      return { exitReason: 'CRASHED', detail: 'The daemon could not start it; its log says why.' };
    });
    if ('exitReason' in begun) {
      log.warn({ launchId, sessionId: session.sessionId, ...begun }, 'a session did not begin');
      await outbox.put({ kind: 'ENDED', launchId, fence: session.fence, exitCode: null, ...begun });
      await ledger.write({ ...known, phase: 'ENDED' });
      this.#workspaces.delete(launchId);
    } else {
      this.#follow(begun);
    }
    await outbox.put({ kind: 'ACK', launchId, commandId });
  }

  async #begin(
    adapter: RuntimeAdapter | undefined,
    entry: ClaimedEntry,
    claimed: ClaimedCommand,
  ): Promise<ClaimedEntry | NotBegun> {
    const { runtime, workspace } = entry.session;
    if (entry.stopping !== undefined) return { exitReason: 'CANCELLED', detail: 'It was stopped before it began.' };
    if (adapter === undefined) {
      return { exitReason: 'RUNTIME_MISSING', detail: `This machine’s daemon does not know the runtime ${runtime}.` };
    }
    const holder = await this.#takeWorkspace(entry);
    if (holder !== undefined) {
      const detail = `Session ${holder} runs in ${workspace}: two would write over each other. Use a worktree of its own.`;
      return { exitReason: 'WORKSPACE_BUSY', detail };
    }
    return beginSession(this.#parts, adapter, entry, claimed);
  }

  /** Reserves a folder for a launch, by its real path. Returns the session that has it, if one does. */
  async #takeWorkspace({ launchId, session: { workspace, sessionId } }: ClaimedEntry): Promise<string | undefined> {
    const real = await realpath(workspace).catch(() => workspace);
    const holder = [...this.#workspaces.values()].find((held) => held.real === real);
    if (holder !== undefined) return holder.sessionId;
    this.#workspaces.set(launchId, { real, sessionId });
    return undefined;
  }

  /** Claims until there is an answer. Undefined when the server says that there is nothing to claim, or `signal` fired. */
  async #claim(entry: LaunchEntry, connection: Connection): Promise<ClaimedCommand | undefined> {
    const { ledger, outbox, log, signal } = this.#parts;
    const { launchId, commandId, claimToken } = entry;
    for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      try {
        return await claimMachineCommand(connection, commandId, claimToken);
      } catch (error) {
        if (error instanceof Refused && error.code !== 'UNAUTHENTICATED') {
          log.warn({ launchId, code: error.code, reason: error.message }, 'a command is not to be claimed');
          await ledger.write({ ...entry, phase: 'ENDED' });
          await outbox.put({ kind: 'ACK', launchId, commandId });
          return undefined;
        }
        log.debug({ err: error, launchId }, 'a claim is repeated: its answer was lost');
        await pause(waitMs, signal);
      }
    }
    return undefined;
  }

  #follow(entry: ClaimedEntry): void {
    const { ledger, outbox, log, adapters } = this.#parts;
    const { launchId } = entry;
    const adapter = adapters.get(entry.session.runtime);
    if (adapter === undefined) {
      log.error(
        { launchId, runtime: entry.session.runtime },
        'a session runs on a runtime that this daemon does not know',
      );
      return;
    }
    const runner = new SessionRunner({ ledger, outbox, log, adapter }, entry);
    this.#runners.set(launchId, runner);
    const following = this.#followOn(runner).finally(() => {
      this.#runners.delete(launchId);
      this.#workspaces.delete(launchId);
      this.#following.delete(following);
    });
    this.#following.add(following);
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
        await pause(LONGEST_WAIT_MS, signal);
      }
    }
  }
}

function sessionOf({ fence, launch }: ClaimedCommand): ClaimedEntry['session'] {
  const { agentSession, workItem, workspace, timeoutMs } = launch;
  const { id: sessionId, runtime, syncMode } = agentSession;
  return {
    ...{ sessionId, workItemId: workItem.id, workItemKey: workItem.key },
    ...{ runtime, syncMode, workspace, timeoutMs, fence },
  };
}
