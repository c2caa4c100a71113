import { uptime } from 'node:os';
import { join } from 'node:path';
import { pause } from '#client/api/streams/pause.ts';
import { endLaunch } from '../launches/end-launch.ts';
import type { ClaimedEntry, LaunchEntry } from '../launches/launch-entry.ts';
import type { LaunchLedger } from '../launches/ledger.ts';
import type { DaemonLog } from '../log.ts';
import { bootId, isRunning } from '../machine/process-identity.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { RuntimeAdapter, Verdict } from '../runtimes/runtime-adapter.ts';
import { outputBytes, readEvidence, stderrTail } from './child-process.ts';
import { EventReporter } from './event-reporter.ts';
import { offerNotes } from './offer-notes.ts';
import { OutputLines } from './output-lines.ts';
import { endGroup } from './process-group.ts';
import { reportTouchedFiles } from './workspace/report-touched-files.ts';
import { WorkspaceWatch } from './workspace/workspace-watch.ts';

/** How often output and life of a process are looked at, in milliseconds. */
const LOOK_INTERVAL_MS = 100;
/** Most bytes that a session may leave on its standard output or error; both are kept as files. */
const MAX_OUTPUT_BYTES = 2 ** 30;
/** Longest sentence on how a session ended, in characters. */
const MAX_DETAIL = 1_500;

export interface RunnerParts {
  readonly ledger: LaunchLedger;
  readonly outbox: Outbox;
  readonly log: DaemonLog;
  readonly adapter: Pick<RuntimeAdapter, 'stop' | 'readEvents' | 'tidy'>;
  /** Milliseconds by a clock that only goes forward, by which silence is judged. */
  readonly now?: () => number;
  readonly maxOutputBytes?: number;
}

const stoppedBecause: Readonly<Record<NonNullable<LaunchEntry['stopping']>, string>> = {
  CANCELLED: 'It was stopped, with everything it had started.',
  TIMED_OUT: 'It ran for as long as it was allowed to, and was ended with everything it had started.',
  FLOODED: 'It printed more than is kept of a session, and was ended before it filled the disk.',
};

/**
 * Follows the process of one launch, be it started now or found again after the daemon was: reports what it says, ends it
 * with all it started when it is to stop or its time is over, and reports how it ended. Everything it does is in the ledger
 * or the outbox before it counts, so that a daemon that is killed goes on where this one was.
 */
export class SessionRunner {
  readonly #parts: RunnerParts;
  #entry: ClaimedEntry;
  #ending: Promise<number> | undefined;
  /** What the runtime said last, for the lines in it that are meant for the record. */
  #lastWords = '';

  constructor(parts: RunnerParts, entry: ClaimedEntry) {
    this.#parts = parts;
    this.#entry = entry;
  }

  get entry(): ClaimedEntry {
    return this.#entry;
  }

  /** Ends the process and everything it started. The reason that was named first is reported. */
  async stop(reason: NonNullable<LaunchEntry['stopping']>): Promise<void> {
    if (this.#entry.stopping === undefined) await this.#note({ stopping: reason });
    await this.#endProcess();
  }

  /** As stop, for who does not wait for it: what fails is said, and tried again as long as the process is followed. */
  stopSoon(reason: NonNullable<LaunchEntry['stopping']>): void {
    const { log } = this.#parts;
    const { launchId } = this.#entry;
    this.stop(reason).catch((error: unknown) => log.error({ err: error, launchId }, 'a session did not stop'));
  }

  /** Follows until the process is gone, or `signal` fires: then the process goes on and is found again later. */
  async follow(signal: AbortSignal): Promise<void> {
    const { ledger, outbox, adapter, now = () => performance.now() } = this.#parts;
    const folder = await ledger.attemptFolder(this.#entry);
    const lines = new OutputLines(join(folder, 'stdout'));
    const reader = adapter.readEvents();
    const events = new EventReporter(outbox, this.#entry, (readBytes) => this.#note({ readBytes }), now);
    const watch = new WorkspaceWatch(this.#parts, this.#entry, now);
    const endsAt = performance.now() + (await remainingMs(this.#entry));
    for (let isOver = false; !isOver;) {
      const isAlive = await this.#isAlive();
      for await (const some of lines.read()) for (const line of some) await events.take(line, reader);
      // What is left of a flood is not read: it would take minutes, and was too much already.
      isOver = !isAlive && (!lines.isBehind || this.#entry.stopping === 'FLOODED');
      const rest = isOver ? lines.rest() : undefined;
      if (rest !== undefined) await events.take(rest, reader);
      await events.flushIfDue(isOver);
      if (isOver) break;
      const reason = await this.#reasonToStop(folder, endsAt);
      if (reason !== undefined && this.#ending === undefined) this.stopSoon(reason);
      watch.lookIfDue(this.#entry);
      if (!lines.isBehind) await pause(LOOK_INTERVAL_MS, signal);
      if (signal.aborted) return watch.settled();
    }
    await watch.settled();
    const { exitCode = null } = await readEvidence(folder);
    const stderr = await stderrTail(folder, (text) => outbox.clean(text));
    const verdict = reader.end({ code: exitCode, stderr });
    this.#lastWords = events.lastWords;
    await this.#finish(exitCode, verdict);
  }

  async #reasonToStop(folder: string, endsAt: number): Promise<LaunchEntry['stopping']> {
    const { maxOutputBytes = MAX_OUTPUT_BYTES } = this.#parts;
    if (this.#entry.stopping !== undefined) return this.#entry.stopping;
    if (performance.now() > endsAt) return 'TIMED_OUT';
    return (await outputBytes(folder)) > maxOutputBytes ? 'FLOODED' : undefined;
  }

  async #isAlive(): Promise<boolean> {
    return this.#entry.process !== undefined && (await isRunning(this.#entry.process));
  }

  async #finish(exitCode: number | null, { reason, detail: said }: Verdict): Promise<void> {
    const { ledger, outbox, log, adapter } = this.#parts;
    const left = await this.#endProcess();
    const { launchId, session, stopping } = this.#entry;
    await adapter.tidy?.(session.workspace, await ledger.attemptFolder(this.#entry));
    await reportTouchedFiles({ ledger, outbox, log }, this.#entry);
    await offerNotes({ ledger, outbox, log }, this.#entry, this.#lastWords);
    const exitReason = stopping === 'FLOODED' ? 'CRASHED' : (stopping ?? reason);
    const outlived = left === 0 ? '' : ` ${left} of its processes could not be ended: look on the machine.`;
    const sentence = `${(stopping === undefined ? said : stoppedBecause[stopping]) ?? ''}${outlived}`.trim();
    const detail = clipped(outbox.clean(sentence));
    await endLaunch({ ledger, outbox }, this.#entry, { exitReason, exitCode, detail });
    log.info({ launchId, sessionId: session.sessionId, exitReason, exitCode }, 'session ended');
    await ledger.tidy(launchId, outbox);
  }

  /** Ends what is left of the launch: after a process that ended by itself, what it left running. Returns what remains. */
  #endProcess(): Promise<number> {
    this.#ending ??= this.#endGroup().finally(() => (this.#ending = undefined));
    return this.#ending;
  }

  async #endGroup(): Promise<number> {
    const { process: leader, launchId } = this.#entry;
    const folder = await this.#parts.ledger.attemptFolder(this.#entry);
    const pid = leader?.pid ?? (await readEvidence(folder)).pid;
    return pid === undefined ? 0 : endGroup({ pid, launchId, leader }, this.#parts.adapter.stop);
  }

  async #note(change: Partial<LaunchEntry>): Promise<void> {
    this.#entry = { ...this.#entry, ...change } as ClaimedEntry;
    await this.#parts.ledger.write(this.#entry);
  }
}

/** What is left of the time a launch has, by a clock that does not jump; all of it after a restart of the system. */
async function remainingMs({ startedAt, session: { timeoutMs } }: ClaimedEntry): Promise<number> {
  const isSameBoot = startedAt !== undefined && startedAt.bootId === (await bootId());
  return isSameBoot ? Math.max(0, timeoutMs - (uptime() - startedAt.uptimeSeconds) * 1000) : timeoutMs;
}

/** A sentence of a runtime as it may leave: short. Null for none. */
const clipped = (detail: string): string | null =>
  detail === '' ? null : detail.slice(0, MAX_DETAIL).toWellFormed().replaceAll('\0', '\u{fffd}');
