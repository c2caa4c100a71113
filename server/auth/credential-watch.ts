import type { Event, Token } from '#prisma/generated/client/client.ts';
import type { CommandContext } from '#server/command-context.ts';
import type { Logger } from '#server/logger.ts';

/** How often the credentials behind open streams are checked, in milliseconds: what ends is noticed within a second. */
const CHECK_INTERVAL_MS = 500;

/** Why a credential no longer holds. That of an ended session counts as revoked. */
export type CredentialEnd = 'REVOKED' | 'EXPIRED';

type OnEnded = (why: CredentialEnd) => void;

/**
 * Watches the credentials of connections that outlive a request, since the rights checked at their beginning may end.
 * The log tells of a revocation in its place, whichever server it was made on, so that nobody is sent what was committed
 * after it; and one query for all of them, again and again, tells what no log does: that a credential has expired, or
 * what happened while nothing was followed. While nothing is watched nothing is asked.
 */
export class CredentialWatch implements Disposable {
  readonly #ctx: Pick<CommandContext, 'prisma' | 'clock'>;
  readonly #log: Logger;
  readonly #watchers = new Map<string, Set<OnEnded>>();
  #timer: NodeJS.Timeout | undefined;
  #isChecking = false;

  constructor(ctx: Pick<CommandContext, 'prisma' | 'clock'>, log: Logger) {
    this.#ctx = ctx;
    this.#log = log;
  }

  /** Credentials under watch now. */
  get size(): number {
    return this.#watchers.size;
  }

  /** Calls `onEnded` once when the token ends. The function it gives stops watching. */
  watch(tokenId: string, onEnded: OnEnded): () => void {
    const own: OnEnded = (why) => onEnded(why);
    const watchers = this.#watchers.get(tokenId) ?? new Set();
    this.#watchers.set(tokenId, watchers.add(own));
    this.#timer ??= setInterval(() => void this.#check(), CHECK_INTERVAL_MS).unref();
    return () => {
      watchers.delete(own);
      if (watchers.size === 0 && this.#watchers.get(tokenId) === watchers) this.#watchers.delete(tokenId);
      if (this.#watchers.size === 0) this[Symbol.dispose]();
    };
  }

  /** Takes each event of the logs that are followed, before anybody else does. */
  hear({ type, data }: Pick<Event, 'type' | 'data'>): void {
    if (type === 'token.revoked') this.#end((data as { tokenId: string }).tokenId, 'REVOKED');
  }

  [Symbol.dispose](): void {
    this.#watchers.clear();
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  async #check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    try {
      for (const [tokenId, why] of await this.#ended()) this.#end(tokenId, why);
    } catch (error) {
      this.#log.warn({ err: error }, 'the credentials of open streams could not be checked');
    } finally {
      this.#isChecking = false;
    }
  }

  #end(tokenId: string, why: CredentialEnd): void {
    const watchers = this.#watchers.get(tokenId) ?? [];
    this.#watchers.delete(tokenId);
    for (const onEnded of watchers) onEnded(why);
    if (this.#watchers.size === 0) this[Symbol.dispose]();
  }

  /** One parameter holds all ids: there is no limit to how many are watched. */
  async #ended(): Promise<[string, CredentialEnd][]> {
    const now = this.#ctx.clock.now();
    const tokens = await this.#ctx.prisma.$queryRaw<EndedToken[]>`
      SELECT t."id", t."revokedAt", t."expiresAt"
      FROM "Token" t LEFT JOIN "AgentSession" s ON s."id" = t."agentSessionId"
      WHERE t."id" = ANY(${[...this.#watchers.keys()]})
        AND (t."revokedAt" IS NOT NULL OR t."expiresAt" <= ${now} OR s."endedAt" IS NOT NULL)`;
    return tokens.map(({ id, revokedAt, expiresAt }) => {
      const hasExpired = revokedAt === null && expiresAt !== null && expiresAt.getTime() <= now.getTime();
      return [id, hasExpired ? 'EXPIRED' : 'REVOKED'];
    });
  }
}

type EndedToken = Pick<Token, 'id' | 'revokedAt' | 'expiresAt'>;
