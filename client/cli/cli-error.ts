/**
 * Thrown when the command line itself refuses, before or after talking to the server. `code` is stable, `exitCode` is
 * one of exit-codes.ts, and `details` are what a script may want beside the sentence.
 */
export class CliError extends Error {
  override name = 'CliError';
  readonly code: string;
  readonly exitCode: number;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: string, exitCode: number, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message);
    this.code = code;
    this.exitCode = exitCode;
    this.details = details;
  }
}

/** The command line was wrong; nothing was sent. */
export const usageError = (message: string, details: Readonly<Record<string, unknown>> = {}): CliError =>
  new CliError('USAGE', 2, message, details);
