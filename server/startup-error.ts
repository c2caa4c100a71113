/** Why a server cannot start, for the person who started it: what is wrong, and what to do about it. */
export class StartupError extends Error {
  override readonly name = 'StartupError';
  /** Stable name of the case, such as DATA_DIR_IN_USE. */
  readonly code: string;
  /** One sentence that says what to do. */
  readonly remedy: string;

  constructor(code: string, message: string, remedy: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.remedy = remedy;
  }
}
