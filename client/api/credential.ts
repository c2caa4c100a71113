/** How long before its end a token is taken for ended, in milliseconds: a request under way must not outlive it. */
const EXPIRY_MARGIN_MS = 30_000;

/** A token, and when it ends where that is known. */
export interface IssuedToken {
  readonly token: string;
  readonly expiresAt?: Date | undefined;
}

/**
 * Gives the token to send, or undefined when there is none. `refused` is the token that the server no longer takes;
 * without it this is the first question, or the token at hand is about to expire.
 */
export type TokenSource = (
  refused: string | undefined,
) => string | IssuedToken | undefined | Promise<string | IssuedToken | undefined>;

/**
 * The token of one connection. Its source is asked at first use, again when the token is about to expire, and again when
 * the server has refused it; callers that need an answer at the same moment share one question.
 */
export class Credential {
  readonly #source: TokenSource;
  #held: IssuedToken | undefined;
  #refused: string | undefined;
  #asking: Promise<void> | undefined;

  /** A fixed token is a source that always gives the same. */
  constructor(token: string | TokenSource | undefined) {
    this.#source = typeof token === 'function' ? token : () => token;
  }

  /** The token to send now; one that was refused when the source has no other. Throws what the source throws. */
  async token(): Promise<string | undefined> {
    if (!this.#serves()) {
      this.#asking ??= this.#ask().finally(() => (this.#asking = undefined));
      await this.#asking;
    }
    return this.#held?.token;
  }

  /** Takes note that the server refused `token`. One that was replaced meanwhile is no news. */
  refuse(token: string | undefined): void {
    if (token !== undefined && token === this.#held?.token) this.#refused = token;
  }

  /** Whether there is a token that the server has not refused; asks the source when it has refused the one at hand. */
  async isRenewed(): Promise<boolean> {
    const token = await this.token();
    return token !== undefined && token !== this.#refused;
  }

  #serves(): boolean {
    if (this.#held === undefined || this.#held.token === this.#refused) return false;
    const { expiresAt } = this.#held;
    return expiresAt === undefined || expiresAt.getTime() - EXPIRY_MARGIN_MS > Date.now();
  }

  async #ask(): Promise<void> {
    const given = await this.#source(this.#refused);
    this.#held = typeof given === 'string' ? { token: given } : given;
  }
}
