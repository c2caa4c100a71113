import type { Connection } from '#client/api/connection.ts';
import type { DaemonLog } from '../log.ts';
import { isRefusedForGood } from '../passing-refusal.ts';
import { pause } from '#client/api/streams/pause.ts';
import type { Outbox } from './outbox.ts';
import type { Report } from './report.ts';
import { sendReport } from './send-report.ts';

/** The first and the longest wait after a report could not be sent, in milliseconds. */
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;
export interface Delivery {
  readonly outbox: Outbox;
  readonly connection: Connection;
  readonly log: DaemonLog;
  readonly signal: AbortSignal;
  /** Told when the server refused a report for good. */
  readonly onRefused: (report: Report, code: string) => void;
}

/**
 * Sends what waits, in its order, until `signal` fires. What cannot be sent now is tried again for as long as it takes;
 * what the server refuses for good is put aside and said, so that it does not hold up the others.
 */
export async function deliverReports({ outbox, connection, log, signal, onRefused }: Delivery): Promise<void> {
  let waitMs = FIRST_WAIT_MS;
  for (let next = await outbox.next(signal); next !== undefined; next = await outbox.next(signal)) {
    try {
      await sendReport(connection, next);
      waitMs = FIRST_WAIT_MS;
      await outbox.remove(next);
    } catch (error) {
      if (isRefusedForGood(error)) {
        const { launchId, kind } = next.report;
        log.warn({ launchId, kind, code: error.code, reason: error.message }, 'a report was refused and put aside');
        await outbox.putAside(next);
        onRefused(next.report, error.code);
        continue;
      }
      log.debug({ err: error, waiting: outbox.size }, 'reports wait until the server takes them');
      await pause(Math.ceil(waitMs * (0.5 + Math.random() / 2)), signal);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }
}
