/** Thrown when no answer came: nothing listens, the name is unknown, the connection broke or the time ran out. */
export class ServerUnreachable extends Error {
  override name = 'ServerUnreachable';
  readonly serverUrl: string;

  constructor(serverUrl: string, cause: unknown, timeoutMs: number) {
    super(`No answer from the Kernel server at ${serverUrl}: ${reasonOf(cause, timeoutMs)}.`, { cause });
    this.serverUrl = serverUrl;
  }
}

const reasonByCode: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be looked up just now',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to the network',
  ETIMEDOUT: 'the connection timed out',
  ECONNRESET: 'the connection broke before the answer came',
  UND_ERR_SOCKET: 'the connection broke before the answer came',
};

function reasonOf(cause: unknown, timeoutMs: number): string {
  if (cause instanceof Error && cause.name === 'TimeoutError') return `none came within ${timeoutMs / 1000} seconds`;
  const code = codeOf(cause);
  if (code !== undefined) return reasonByCode[code] ?? code;
  return cause instanceof Error ? cause.message : 'the request failed';
}

/** fetch hides the system's code inside `cause`, and inside the first of several errors when a name has several addresses. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const own = (error as NodeJS.ErrnoException).code;
  if (typeof own === 'string') return own;
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return codeOf(error.cause);
}
