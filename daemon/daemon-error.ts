/** Thrown for what a person can mend: the message says what is wrong and what to do. */
export class DaemonError extends Error {
  override readonly name = 'DaemonError';
  /** Stable name of the case, such as DAEMON_RUNNING. */
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
