import { ServerFault } from '#client/api/server-fault.ts';
import { pause } from '#client/api/streams/pause.ts';
import type { DaemonLog } from '../log.ts';
import { isRefusedForGood } from '../passing-refusal.ts';
import type { Outbox, Waiting } from './outbox.ts';
import type { Report } from './report.ts';

/** The first and the longest wait after a report could not be sent, in milliseconds. */
const FIRST_WAIT_MS = 200;
const LONGEST_WAIT_MS = 10_000;
/** How often in a row the server may fail on one report until its launch is held back. */
const MAX_FAULTS = 5;
/** How long the reports of a launch are held back, at first and at most, in milliseconds. */
const FIRST_HOLD_MS = 60_000;
const LONGEST_HOLD_MS = 5 * 60_000;

export interface Delivery {
  readonly outbox: Outbox;
  /** Sends one report; throws what the call throws. */
  readonly send: (waiting: Waiting) => Promise<void>;
  readonly log: DaemonLog;
  readonly signal: AbortSignal;
  /** Told when the server refused a report for good. */
  readonly onRefused: (report: Report, code: string) => void;
  /** Waits, or less when the signal fires. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/**
 * Sends what waits, in its order, until `signal` fires. What cannot be sent now is tried again for as long as it takes;
 * what the server refuses for good is put aside and said, so that it does not hold up the others. Neither does a report on
 * which the server fails again and again: its launch is held back, those of the others go on, and it is tried again later,
 * in its order.
 */
export async function deliverReports(delivery: Delivery): Promise<void> {
  const { outbox, send, log, signal, onRefused, wait = pause } = delivery;
  const faults = new Faults(delivery, wait);
  let waitMs = FIRST_WAIT_MS;
  for (let next = await outbox.next(signal); next !== undefined; next = await outbox.next(signal)) {
    try {
      await send(next);
      waitMs = FIRST_WAIT_MS;
      faults.none(next);
      await outbox.remove(next);
    } catch (error) {
      if (isRefusedForGood(error)) {
        const { launchId, kind } = next.report;
        log.warn({ launchId, kind, code: error.code, reason: error.message }, 'a report was refused and put aside');
        await outbox.putAside(next);
        onRefused(next.report, error.code);
        continue;
      }
      if (error instanceof ServerFault && faults.holdsBack(next, error)) {
        waitMs = FIRST_WAIT_MS;
        continue;
      }
      log.debug({ err: error, waiting: outbox.size }, 'reports wait until the server takes them');
      await wait(Math.ceil(waitMs * (0.5 + Math.random() / 2)), signal);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
  }
}

/** Counts how often the server failed on a report, and holds its launch back when that was too often. */
class Faults {
  readonly #delivery: Delivery;
  readonly #wait: NonNullable<Delivery['wait']>;
  readonly #holdMs = new Map<string, number>();
  #last: { readonly name: string; readonly count: number } = { name: '', count: 0 };

  constructor(delivery: Delivery, wait: NonNullable<Delivery['wait']>) {
    this.#delivery = delivery;
    this.#wait = wait;
  }

  none({ report }: Waiting): void {
    this.#holdMs.delete(report.launchId);
  }

  holdsBack({ name, report }: Waiting, fault: ServerFault): boolean {
    this.#last = { name, count: this.#last.name === name ? this.#last.count + 1 : 1 };
    if (this.#last.count < MAX_FAULTS) return false;
    this.#last = { name: '', count: 0 };
    const { outbox, log, signal } = this.#delivery;
    const { launchId, kind } = report;
    const holdMs = this.#holdMs.get(launchId) ?? FIRST_HOLD_MS;
    this.#holdMs.set(launchId, Math.min(holdMs * 2, LONGEST_HOLD_MS));
    log.warn(
      { launchId, kind, reason: fault.message, holdMs },
      'the server fails on a report: its launch is held back',
    );
    outbox.hold(launchId, fault.message);
    void this.#wait(holdMs, signal).then(() => outbox.release(launchId));
    return true;
  }
}
