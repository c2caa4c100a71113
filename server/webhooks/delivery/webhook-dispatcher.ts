import type { CommandContext } from '#server/command-context.ts';
import type { Logger } from '#server/logger.ts';
import { takeDueWebhook } from './lease.ts';
import { sendDue } from './send-due.ts';

/** How often a server looks for what is due, in milliseconds. */
const LOOK_EVERY_MS = 500;
/** Most webhooks that a server sends to at once. */
const MAX_AT_ONCE = 8;

/**
 * Sends what webhooks are to be told. What is due is read from the rows alone, so a server that is killed loses nothing:
 * another takes its webhooks once their leases run out. Disposing it cuts short what is being sent, which is sent again.
 */
export class WebhookDispatcher implements AsyncDisposable {
  readonly #ctx: CommandContext;
  readonly #log: Logger;
  readonly #ending = new AbortController();
  readonly #sending = new Set<Promise<number>>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(ctx: CommandContext, log: Logger) {
    this.#ctx = ctx;
    this.#log = log;
  }

  /** Begins to look, again and again. What fails is logged and tried again. */
  start(): void {
    this.#schedule();
  }

  /** Sends until nothing is due any more, and gives how many attempts were made. */
  async drain(): Promise<number> {
    let attempts = 0;
    for (;;) {
      await this.#takeAll();
      const [first] = this.#sending;
      if (first === undefined) return attempts;
      attempts += await first;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#sending);
  }

  #schedule(): void {
    if (this.#ending.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look();
    }, LOOK_EVERY_MS).unref();
  }

  async #look(): Promise<void> {
    try {
      await this.#takeAll();
    } catch (error) {
      this.#log.warn({ err: error }, 'webhooks could not be looked through; it is tried again');
    }
    this.#schedule();
  }

  /** Takes what is due, as much as may be sent at once, and begins to send. */
  async #takeAll(): Promise<void> {
    while (this.#sending.size < MAX_AT_ONCE && !this.#ending.signal.aborted) {
      const lease = await takeDueWebhook(this.#ctx.prisma, this.#ctx.clock.now());
      if (lease === undefined) return;
      const sending: Promise<number> = sendDue(this.#ctx, lease, this.#ending.signal)
        .catch((error: unknown) => {
          this.#log.warn(
            { err: error, webhookId: lease.webhookId },
            'a webhook could not be served; it is tried again',
          );
          return 0;
        })
        .finally(() => this.#sending.delete(sending));
      this.#sending.add(sending);
    }
  }
}
