import type { CommandContext } from './command-context.ts';
import { sweepEvents } from './events/sweep-events.ts';
import { sweepRecords } from './idempotency/sweep-records.ts';
import type { Logger } from './logger.ts';
import { oldestPlaceNeeded } from './webhooks/oldest-place-needed.ts';
import { sweepDeliveries } from './webhooks/sweep-deliveries.ts';

/** How long after its start a server looks for the first time, and how often from then on, in milliseconds. */
const FIRST_LOOK_MS = 60_000;
const LOOK_EVERY_MS = 3_600_000;

/**
 * Removes what is kept for a time only: events past the retention of their organisation, idempotency keys past their
 * life, and old entries of the delivery log. In batches, so that nobody waits for it; of several servers one at a time does it.
 */
export class Upkeep implements AsyncDisposable {
  readonly #ctx: Pick<CommandContext, 'prisma' | 'clock'>;
  readonly #log: Logger;
  readonly #ending = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(ctx: Pick<CommandContext, 'prisma' | 'clock'>, log: Logger) {
    this.#ctx = ctx;
    this.#log = log;
  }

  /** Begins to look from time to time. What fails is logged and tried again the next time. */
  start(): void {
    this.#schedule(FIRST_LOOK_MS);
  }

  /** Removes everything that is due now, and gives how much that was. */
  async sweep(): Promise<{ events: number; keys: number; deliveries: number }> {
    const { prisma, clock } = this.#ctx;
    const now = clock.now();
    const limited = await prisma.organisation.findMany({
      where: { eventRetentionDays: { not: null } },
      select: { id: true, eventRetentionDays: true, lastEventSeq: true },
      orderBy: { id: 'asc' },
    });
    let events = 0;
    for (const { id: organisationId, eventRetentionDays, lastEventSeq } of limited) {
      // What a webhook still has to be told stays; one that fails for long is disabled, and holds nothing up any more.
      const through = (await oldestPlaceNeeded(prisma, organisationId)) ?? lastEventSeq;
      const args = { organisationId, retentionDays: eventRetentionDays ?? 0, now, through };
      events += await this.#all(() => sweepEvents(prisma, args));
    }
    const keys = await this.#all(() => sweepRecords(prisma, now));
    const deliveries = await this.#all(() => sweepDeliveries(prisma, now));
    if (events + keys + deliveries > 0)
      this.#log.info({ events, keys, deliveries }, 'removed what was kept for its time');
    return { events, keys, deliveries };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #all(removeBatch: () => Promise<number>): Promise<number> {
    let sum = 0;
    for (let removed = -1; removed !== 0 && !this.#ending.signal.aborted; sum += removed) removed = await removeBatch();
    return sum;
  }

  #schedule(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#look();
    }, delayMs).unref();
  }

  async #look(): Promise<void> {
    try {
      await this.sweep();
    } catch (error) {
      this.#log.warn({ err: error }, 'what was kept for its time could not be removed; it is tried again');
    }
    if (!this.#ending.signal.aborted) this.#schedule(LOOK_EVERY_MS);
  }
}
