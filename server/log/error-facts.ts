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
    message: messageOf(error),
    ...(typeof code === 'string' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: framesOf(error.stack) }),
    ...(error.cause === undefined || depth >= MAX_CAUSES ? {} : { cause: errorFacts(error.cause, depth + 1) }),
  };
}

/** Prisma puts the whole of a malformed query, with the values in it, before the sentence that says what is wrong. */
function messageOf({ name, message }: Error): string {
  return name === 'PrismaClientValidationError' ? (message.trimEnd().split('\n\n').at(-1) ?? '') : message;
}

/** The frames alone: a stack begins with the message, as it was. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}
