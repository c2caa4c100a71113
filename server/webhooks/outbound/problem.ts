/** Why an attempt got no answer that counts, in a word. */
export const problems = {
  HTTPS_REQUIRED: 'The server sends nothing without encryption.',
  ADDRESS_REFUSED: 'The name leads to an address that is not allowed.',
  NAME_NOT_FOUND: 'The name leads nowhere.',
  CONNECTION_REFUSED: 'Nothing listens there.',
  CONNECTION_LOST: 'The connection broke before there was an answer.',
  TLS_FAILED: 'No encrypted connection came about; the certificate may be invalid.',
  TIMED_OUT: 'There was no answer in time.',
  REDIRECTED: 'The receiver redirects; redirects are not followed. Set the new URL.',
  INTERRUPTED: 'The server ended meanwhile.',
} as const;

export type Problem = keyof typeof problems;

/** Thrown before anything was sent. */
export class SendRefused extends Error {
  override name = 'SendRefused';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problems[problem]);
    this.problem = problem;
  }
}

const byCode: Readonly<Record<string, Problem>> = {
  ENOTFOUND: 'NAME_NOT_FOUND',
  EAI_AGAIN: 'NAME_NOT_FOUND',
  EAI_FAIL: 'NAME_NOT_FOUND',
  EAI_NODATA: 'NAME_NOT_FOUND',
  ECONNREFUSED: 'CONNECTION_REFUSED',
  EHOSTUNREACH: 'CONNECTION_REFUSED',
  ENETUNREACH: 'CONNECTION_REFUSED',
  ETIMEDOUT: 'TIMED_OUT',
};
const TLS_CODE = /^(CERT_|ERR_TLS|ERR_SSL|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME)/;

/** The word for what a look-up or a connection failed with. Node gathers several addresses' failures in one error. */
export function problemOf(error: unknown): Problem {
  if (error instanceof SendRefused) return error.problem;
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = (first as NodeJS.ErrnoException | undefined)?.code ?? '';
  if (TLS_CODE.test(code)) return 'TLS_FAILED';
  return byCode[code] ?? 'CONNECTION_LOST';
}
