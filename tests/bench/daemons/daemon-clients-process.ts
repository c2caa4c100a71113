/** Plays many daemons against one server, in the protocol that the daemon speaks. */
import { setMaxListeners } from 'node:events';
import { Connection } from '#client/api/connection.ts';
import { machineCommands, recordHeartbeat } from '#client/api/operations/daemon.ts';
import { recordSessionEvents } from '#client/api/operations/sessions.ts';
import { pause } from '#client/api/streams/pause.ts';
import { answerQuestions } from '../realtime/helper.ts';

/** A daemon that signed on, and the session it runs. */
export interface DaemonToPlay {
  readonly token: string;
  readonly instanceId: string;
  readonly sessionId: string;
}

export interface Play {
  readonly url: string;
  readonly daemons: readonly DaemonToPlay[];
  readonly seconds: number;
  readonly reportsPerSecond: number;
}

/** What became of it. */
export interface Played {
  /** Reports that the server took, and the requests that carried them. */
  readonly reports: number;
  readonly requests: number;
  readonly failures: number;
  readonly heartbeats: number;
  /** How long each heartbeat took. */
  readonly heartbeatMs: readonly number[];
}

/** As often as the daemon sends one, in milliseconds. */
const HEARTBEAT_MS = 10_000;
/** Most reports of a session that are sent together, as the outbox puts them together while they wait. */
const MAX_TOGETHER = 400;

async function play({ url, daemons, seconds, reportsPerSecond }: Play): Promise<Played> {
  const counts = { reports: 0, requests: 0, failures: 0, heartbeats: 0 };
  const heartbeatMs: number[] = [];
  const signal = AbortSignal.timeout(seconds * 1_000);
  // Every daemon that is played waits for the end.
  setMaxListeners(0, signal);
  const playOne = async ({ token, instanceId, sessionId }: DaemonToPlay, at: number) => {
    const connection = new Connection({ serverUrl: url, token });
    // Daemons were not all started at the same moment.
    const turn = at / daemons.length;
    const follow = async () => {
      for await (const { command } of machineCommands(connection, { signal })) void command;
    };
    const beat = async () => {
      await pause(turn * HEARTBEAT_MS, signal);
      while (!signal.aborted) {
        const began = performance.now();
        await recordHeartbeat(connection, instanceId);
        heartbeatMs.push(performance.now() - began);
        counts.heartbeats += 1;
        await pause(HEARTBEAT_MS, signal);
      }
    };
    const report = async () => {
      const began = performance.now() + (turn * 1_000) / reportsPerSecond;
      for (let sent = 0; !signal.aborted;) {
        const due = Math.floor(((performance.now() - began) * reportsPerSecond) / 1_000) - sent;
        const together = Math.min(due, MAX_TOGETHER);
        if (together < 1) {
          await pause(1_000 / reportsPerSecond, signal);
          continue;
        }
        const event = { kind: 'TOOL', occurredAt: new Date().toISOString(), durationMs: 12 } as const;
        const events = Array.from({ length: together }, () => event);
        const isTaken = await recordSessionEvents(connection, { sessionId, events }).then(
          () => true,
          () => false,
        );
        sent += together;
        counts.requests += 1;
        counts[isTaken ? 'reports' : 'failures'] += together;
      }
    };
    await Promise.all([follow(), beat(), report()]);
  };
  await Promise.all(daemons.map(playOne));
  return { ...counts, heartbeatMs };
}

answerQuestions<Play>(play, () => undefined);
