/** Plays many daemons against one server, in the protocol that the daemon speaks. */
import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { Connection } from '#client/api/connection.ts';
import { machineCommands, recordHeartbeat } from '#client/api/operations/fleet/daemon.ts';
import { recordSessionEvents } from '#client/api/operations/sessions/sessions.ts';
import { pause } from '#client/api/streams/pause.ts';
import { isRefusedForGood } from '#daemon/passing-refusal.ts';
import { answerQuestions } from '../realtime/helper.ts';

/** A daemon that signed on, and the session it runs. */
export interface DaemonToPlay {
  readonly token: string;
  readonly instanceId: string;
  readonly sessionId: string;
}

/** First the daemons open their streams of commands, then they report for a while. */
export type Play =
  | { readonly step: 'open'; readonly url: string; readonly daemons: readonly DaemonToPlay[] }
  | { readonly step: 'report'; readonly seconds: number; readonly reportsPerSecond: number };

/** What became of it. */
export interface Played {
  /** Reports that the server took, and the requests that carried them. */
  readonly reports: number;
  readonly requests: number;
  /** Requests that failed and were sent again, and reports that were refused for good. */
  readonly repeated: number;
  readonly refused: number;
  readonly heartbeats: number;
  readonly missedHeartbeats: number;
  /** How long each heartbeat took, and how long the oldest report of each request was on its way. */
  readonly heartbeatMs: readonly number[];
  readonly reportMs: readonly number[];
}

/** As the daemon does it: how often it sends a heartbeat, how long a report waits for company, how many go together. */
const HEARTBEAT_MS = 10_000;
const COMPANY_MS = 500;
const MAX_TOGETHER = 400;
/** The first and the longest wait after something was not taken, in milliseconds. */
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;

/** One daemon that is played: its stream of commands, its heartbeats, and its reports in order, one request at a time. */
class PlayedDaemon {
  readonly #connection: Connection;
  readonly #daemon: DaemonToPlay;
  /** When the reports that were not taken yet were made. */
  readonly #waiting: number[] = [];
  made = 0;
  taken = 0;
  requests = 0;
  repeated = 0;
  refused = 0;
  missedHeartbeats = 0;
  readonly heartbeatMs: number[] = [];
  readonly reportMs: number[] = [];

  constructor(url: string, daemon: DaemonToPlay) {
    this.#connection = new Connection({ serverUrl: url, token: daemon.token });
    this.#daemon = daemon;
  }

  /** Says that it is there, and follows its commands for as long as the process lives; returns once the stream is open. */
  async open(): Promise<void> {
    await recordHeartbeat(this.#connection, this.#daemon.instanceId);
    await new Promise<void>((resolve, reject) => {
      const follow = async () => {
        for await (const { command } of machineCommands(this.#connection, { onOpen: resolve })) void command;
      };
      follow().catch(reject);
    });
  }

  /** `turn`, from 0 to 1, is when in the stretch of a heartbeat it began: daemons do not all start at one moment. */
  async report(turn: number, reportsPerSecond: number, signal: AbortSignal): Promise<void> {
    await Promise.all([this.#beat(turn, signal), this.#tell(turn, reportsPerSecond, signal)]);
  }

  async #beat(turn: number, signal: AbortSignal): Promise<void> {
    await pause(turn * HEARTBEAT_MS, signal);
    let waitMs = FIRST_WAIT_MS;
    while (!signal.aborted) {
      const began = performance.now();
      const isTaken = await done(recordHeartbeat(this.#connection, this.#daemon.instanceId));
      if (isTaken) this.heartbeatMs.push(performance.now() - began);
      else this.missedHeartbeats += 1;
      await pause(isTaken ? HEARTBEAT_MS : waitMs, signal);
      waitMs = isTaken ? FIRST_WAIT_MS : Math.min(waitMs * 2, HEARTBEAT_MS);
    }
  }

  async #tell(turn: number, reportsPerSecond: number, signal: AbortSignal): Promise<void> {
    await pause(turn * COMPANY_MS, signal);
    const began = performance.now();
    while (!signal.aborted) {
      await pause(COMPANY_MS - ((performance.now() - began) % COMPANY_MS), signal);
      for (; this.made < ((performance.now() - began) * reportsPerSecond) / 1_000; this.made += 1) {
        this.#waiting.push(began + (this.made * 1_000) / reportsPerSecond);
      }
      if (this.#waiting.length > 0) await this.#deliver(this.#waiting.slice(0, MAX_TOGETHER), signal);
    }
  }

  /** Until they are taken, under one key. */
  async #deliver(made: readonly number[], signal: AbortSignal): Promise<void> {
    const occurredAt = new Date().toISOString();
    const events = made.map(() => ({ kind: 'TOOL', occurredAt, durationMs: 12 }) as const);
    const request = { sessionId: this.#daemon.sessionId, events, idempotencyKey: randomUUID() };
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
      this.requests += 1;
      const failure = await recordSessionEvents(this.#connection, request).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (failure === undefined || isRefusedForGood(failure)) {
        this[failure === undefined ? 'taken' : 'refused'] += made.length;
        this.reportMs.push(performance.now() - (made[0] ?? 0));
        this.#waiting.splice(0, made.length);
        return;
      }
      if (signal.aborted) return;
      this.repeated += 1;
      await pause(Math.ceil(waitMs * (0.5 + Math.random() / 2)), signal);
    }
  }
}

const done = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => true,
    () => false,
  );

let played: readonly PlayedDaemon[] = [];
/** Streams that are opened at once. */
const AT_ONCE = 10;

async function play(step: Play): Promise<Played | undefined> {
  if (step.step === 'report') return report(step.seconds, step.reportsPerSecond);
  played = step.daemons.map((daemon) => new PlayedDaemon(step.url, daemon));
  for (let at = 0; at < played.length; at += AT_ONCE) {
    await Promise.all(played.slice(at, at + AT_ONCE).map((one) => one.open()));
  }
  return undefined;
}

async function report(seconds: number, reportsPerSecond: number): Promise<Played> {
  const signal = AbortSignal.timeout(seconds * 1_000);
  // Every daemon that is played waits for the end.
  setMaxListeners(0, signal);
  await Promise.all(played.map((one, at) => one.report(at / played.length, reportsPerSecond, signal)));
  const sum = (count: (one: PlayedDaemon) => number) => played.reduce((total, one) => total + count(one), 0);
  return {
    reports: sum(({ taken }) => taken),
    requests: sum(({ requests }) => requests),
    repeated: sum(({ repeated }) => repeated),
    refused: sum(({ refused }) => refused),
    heartbeats: sum(({ heartbeatMs }) => heartbeatMs.length),
    missedHeartbeats: sum(({ missedHeartbeats }) => missedHeartbeats),
    heartbeatMs: played.flatMap(({ heartbeatMs }) => heartbeatMs),
    reportMs: played.flatMap(({ reportMs }) => reportMs),
  };
}

answerQuestions<Play>(play, () => undefined);
