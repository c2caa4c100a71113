import { Refused } from '../api/refused.ts';
import { ServerUnreachable } from '../api/server-unreachable.ts';
import { CliError } from './cli-error.ts';

/** Exit codes, by class of error. `kernel help exit-codes` prints this list; scripts rely on it. */
export const exitCodes = {
  ok: 0,
  fault: 1,
  usage: 2,
  notFound: 3,
  refused: 4,
  notAllowed: 5,
  unreachable: 6,
  mismatch: 7,
  cannotStart: 8,
} as const;

export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  ok: 'done',
  fault: 'a fault of the server or of this program',
  usage: 'the command line or a field was wrong: nothing was changed',
  notFound: 'no such object within reach of the credential',
  refused: 'refused by the state of things: wrong state, stale package, conflict, a repository that git cannot read',
  notAllowed:
    'not signed in, or the credential or this user of the machine may not do this, or the disk has no room for it',
  unreachable: 'no answer from the server, or it has none from its database',
  mismatch: 'verify, doc: the document does not match its hash, or is not valid',
  cannotStart: 'up: the server could not start',
};

/** Codes of refusals that are neither "refused by state" nor worth a class of their own. */
const exitCodeByRefusal: Readonly<Record<string, number>> = {
  INTERNAL: exitCodes.fault,
  DATABASE_UNAVAILABLE: exitCodes.unreachable,
  SERVER_OUTDATED: exitCodes.unreachable,
  VALIDATION_FAILED: exitCodes.usage,
  SYNC_MODE: exitCodes.usage,
  PAYLOAD_TOO_LARGE: exitCodes.usage,
  BAD_REQUEST: exitCodes.usage,
  QUERY_TOO_COMPLEX: exitCodes.usage,
  NOT_FOUND: exitCodes.notFound,
  UNAUTHENTICATED: exitCodes.notAllowed,
  FORBIDDEN: exitCodes.notAllowed,
};

/** The exit code for whatever a command threw. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CliError) return error.exitCode;
  if (error instanceof ServerUnreachable) return exitCodes.unreachable;
  if (error instanceof Refused) return exitCodeByRefusal[error.code] ?? exitCodes.refused;
  return exitCodes.fault;
}
