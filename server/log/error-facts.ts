/** Deeper causes than this are not worth a line's length. */
const MAX_CAUSES = 4;

/** What the log keeps of an error: who it is, what it said, where, and why. Errors of drivers hold whole sockets. */
export interface ErrorFacts {
  readonly type: string;
  readonly message: string;
  readonly code?: string;
  readonly stack?: string;
  readonly cause?: ErrorFacts;
}

/** The facts of an error and of what caused it; anything that was thrown without being an error is shown as text. */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const code = (error as NodeJS.ErrnoException).code;
  return {
    type: error.name,
    message: error.message,
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined || depth >= MAX_CAUSES ? {} : { cause: errorFacts(error.cause, depth + 1) }),
  };
}
