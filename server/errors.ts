import { redact } from '#schema/documents/redaction/redact.ts';

/**
 * Every refusal the domain can give. One list of codes: the API, the CLI's exit codes and the documentation page read it.
 * A refusal carries what was wrong, where, and what to do; faults (bugs, a lost database) are never one of these.
 */
export const errorCodes = {
  VALIDATION_FAILED: 'A field is missing, malformed or too long. Correct the named field.',
  UNAUTHENTICATED:
    'No valid credential came with the request. Sign in, or send a token that is neither revoked nor expired.',
  FORBIDDEN: 'The credential lacks a scope, or does not reach this object. Use one that does.',
  NOT_FOUND: 'There is no such object within reach of this credential. Check the id.',
  CONFLICT: 'Another object already holds this name or place. Choose another one.',
  INVALID_TRANSITION:
    'The object is in a state that does not take this command. `allowed` lists the commands it takes.',
  WORK_ITEM_CLOSED: 'The work item is completed or cancelled. Reopen it first.',
  STALE_REVISION: 'Somebody changed the work item since you read it. Read it again and repeat the change.',
  STALE_PACKAGE: 'Another package is on offer than the one you reviewed. Review the current version.',
  SESSION_NOT_ELIGIBLE: 'This session cannot take the handoff on. The message says which rule it breaks.',
  SESSION_ENDED: 'The agent session has ended. Register a new one.',
  RUNTIME_NOT_OFFERED: 'No machine can run this runtime for you now. The message says why, and what would change that.',
  STALE_FENCE: 'The launch was claimed anew since: this report is of an earlier claim. Stop what it started.',
  SYNC_MODE:
    'The entry holds more than the sync mode of the session lets out. Send less, or have a person change the mode.',
  ALREADY_SUPERSEDED: 'The decision was superseded before. Supersede the one that stands.',
  PAYLOAD_TOO_LARGE: 'The upload is larger than the limit. Keep it elsewhere and attach its URI.',
  IDEMPOTENCY_KEY_MISMATCH: 'This idempotency key was used for another command or other input. Use a new key.',
  IDEMPOTENCY_IN_PROGRESS: 'The first request with this idempotency key is still running. Retry with the same key.',
  CURSOR_EXPIRED:
    'The log does not know this place, or no longer. Read a snapshot again, then follow from a new cursor.',
  CONSUMER_TOO_SLOW:
    'Events came faster than they were read. Connect again and go on after the last cursor you handled.',
  BAD_REQUEST: 'The request is not well-formed GraphQL over HTTP. The message says where it breaks.',
  QUERY_TOO_COMPLEX: 'The query is too deep, too broad or too costly. Ask for less at once.',
  DATABASE_UNAVAILABLE:
    'The database does not answer just now. Ask again in a moment, a command under the same idempotency key.',
  SERVER_OUTDATED:
    'A newer Kernel changed the database: this server does not know all of it. Ask the newer one, or upgrade this one.',
  INTERNAL: 'A fault on the server. It is logged under the id that came with the answer.',
} as const;

export type ErrorCode = keyof typeof errorCodes;

/** A refusal. Its message may quote what was sent, without the secrets in it. Subclasses add the data a caller needs to decide what to do next. */
export class DomainError extends Error {
  override name = 'DomainError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(redact(message).text, options);
    this.code = code;
  }
}

/** Thrown when an input field is malformed or over its limit; `field` is the path within the input. */
export class ValidationError extends DomainError {
  override name = 'ValidationError';
  readonly field: string;

  constructor(field: string, problem: string) {
    super('VALIDATION_FAILED', `${redact(field).text}: ${problem}`);
    this.field = redact(field).text;
  }
}

/** Thrown when no valid credential was presented. */
export class UnauthenticatedError extends DomainError {
  override name = 'UnauthenticatedError';

  constructor(message = 'Sign in first: no valid credential came with the request.') {
    super('UNAUTHENTICATED', message);
  }
}

/** Thrown when the credential lacks a scope or the right kind. */
export class ForbiddenError extends DomainError {
  override name = 'ForbiddenError';
  readonly missingScopes: readonly string[];

  constructor(message: string, missingScopes: readonly string[] = []) {
    super('FORBIDDEN', message);
    this.missingScopes = missingScopes;
  }
}

/** Thrown for ids that do not exist and for ids out of reach alike, so that probing tells nothing. */
export class NotFoundError extends DomainError {
  override name = 'NotFoundError';
  readonly what: string;
  readonly ref: string;

  constructor(what: string, ref: string) {
    super('NOT_FOUND', `There is no ${what} ${JSON.stringify(ref)} within reach of this credential.`);
    this.what = what;
    this.ref = redact(ref).text;
  }
}

/** Thrown when a unique name or place is taken. */
export class ConflictError extends DomainError {
  override name = 'ConflictError';

  constructor(message: string) {
    super('CONFLICT', message);
  }
}

/** Thrown when the lifecycle table has no cell for this command in this state. */
export class InvalidTransitionError extends DomainError {
  override name = 'InvalidTransitionError';
  readonly from: string;
  readonly command: string;
  readonly allowed: readonly string[];

  constructor(what: string, from: string, command: string, allowed: readonly string[]) {
    const may = allowed.length > 0 ? `It takes: ${allowed.join(', ')}.` : 'It takes no command any more.';
    const one = what.startsWith('a') ? 'An' : 'A';
    super('INVALID_TRANSITION', `${one} ${what} in state ${from} does not take ${command}. ${may}`);
    this.from = from;
    this.command = command;
    this.allowed = allowed;
  }
}

/** Thrown when new sessions or handoffs are asked of a completed or cancelled work item. */
export class WorkItemClosedError extends DomainError {
  override name = 'WorkItemClosedError';
  readonly state: string;

  constructor(key: string, state: string) {
    super('WORK_ITEM_CLOSED', `Work item ${key} is ${state.toLowerCase()}. Reopen it first.`);
    this.state = state;
  }
}

/** Thrown when an update names a revision that is no longer the current one. */
export class StaleRevisionError extends DomainError {
  override name = 'StaleRevisionError';
  readonly currentRevision: number;

  constructor(sent: number, currentRevision: number) {
    super(
      'STALE_REVISION',
      `The change was made against revision ${sent}; the work item is at ${currentRevision}. Read it again.`,
    );
    this.currentRevision = currentRevision;
  }
}

/** Thrown when the package accepted is not the one on offer. */
export class StalePackageError extends DomainError {
  override name = 'StalePackageError';
  readonly currentVersion: number;
  readonly currentHash: string;

  constructor(currentVersion: number, currentHash: string) {
    super(
      'STALE_PACKAGE',
      `Another package is on offer: v${currentVersion}, ${currentHash}. Review it, then name that hash.`,
    );
    this.currentVersion = currentVersion;
    this.currentHash = currentHash;
  }
}

/** The rules of accept, by the name a program can test. */
export type IneligibleReason = 'OTHER_WORK_ITEM' | 'NOT_ACTIVE' | 'IS_SOURCE' | 'ALREADY_CONTINUES';

/** Thrown when a session cannot take a handoff on. */
export class SessionNotEligibleError extends DomainError {
  override name = 'SessionNotEligibleError';
  readonly reason: IneligibleReason;

  constructor(reason: IneligibleReason, message: string) {
    super('SESSION_NOT_ELIGIBLE', message);
    this.reason = reason;
  }
}

/** Thrown when an ended session is asked to do more. */
export class SessionEndedError extends DomainError {
  override name = 'SessionEndedError';

  constructor(id: string, status: string) {
    super(
      'SESSION_ENDED',
      `Agent session ${id} is ${status.toLowerCase()}; it takes no more reports. Register a new session.`,
    );
  }
}

/** Thrown when a session is to be started where its runtime cannot run. */
export class RuntimeNotOfferedError extends DomainError {
  override name = 'RuntimeNotOfferedError';
  readonly runtime: string;

  constructor(runtime: string, reason: string) {
    super('RUNTIME_NOT_OFFERED', reason);
    this.runtime = runtime;
  }
}

/** Thrown to a daemon that reports on a launch under a claim that is no longer the latest. */
export class StaleFenceError extends DomainError {
  override name = 'StaleFenceError';
  readonly currentFence: number;

  constructor(sent: number, currentFence: number) {
    super(
      'STALE_FENCE',
      `The report is of claim ${sent}; the launch is at claim ${currentFence}. Stop what it started.`,
    );
    this.currentFence = currentFence;
  }
}

/** Thrown when a session event holds more than the session's sync mode lets out. */
export class SyncModeError extends DomainError {
  override name = 'SyncModeError';
  readonly field: string;

  constructor(field: string, mode: string) {
    super('SYNC_MODE', `${field}: sync mode ${mode} does not let this out. Leave the field away.`);
    this.field = field;
  }
}

/** Thrown when a decision that no longer stands is superseded again. */
export class AlreadySupersededError extends DomainError {
  override name = 'AlreadySupersededError';
  readonly supersededById: string;

  constructor(id: string, supersededById: string) {
    super('ALREADY_SUPERSEDED', `Decision ${id} was superseded by ${supersededById}. Supersede the one that stands.`);
    this.supersededById = supersededById;
  }
}

/** Thrown when a query passes a limit on its depth, breadth, cost, aliases or page size. */
export class QueryTooComplexError extends DomainError {
  override name = 'QueryTooComplexError';

  constructor(message: string) {
    super('QUERY_TOO_COMPLEX', message);
  }
}

/** Thrown when a stream is asked to go on after a place that this log does not hold: too old, foreign or made up. */
export class CursorExpiredError extends DomainError {
  override name = 'CursorExpiredError';

  constructor() {
    super(
      'CURSOR_EXPIRED',
      'The log holds no such place, or no longer. Take `latestEventCursor`, read again what you keep, then follow after it.',
    );
  }
}

/** Thrown to a reader that fell so far behind the log that the server stopped waiting for it. */
export class ConsumerTooSlowError extends DomainError {
  override name = 'ConsumerTooSlowError';

  constructor(waiting: number) {
    super(
      'CONSUMER_TOO_SLOW',
      `More than ${waiting} events waited to be read. Connect again and go on after the last cursor you handled.`,
    );
  }
}

/** Thrown when an upload passes its limit, in bytes. */
export class PayloadTooLargeError extends DomainError {
  override name = 'PayloadTooLargeError';
  readonly limitBytes: number;

  constructor(limitBytes: number) {
    super('PAYLOAD_TOO_LARGE', `The upload is larger than ${limitBytes} bytes. Keep it elsewhere and attach its URI.`);
    this.limitBytes = limitBytes;
  }
}

/** Thrown when an idempotency key comes back with another command or other input. */
export class IdempotencyKeyMismatchError extends DomainError {
  override name = 'IdempotencyKeyMismatchError';

  constructor(key: string, firstCommand: string) {
    super(
      'IDEMPOTENCY_KEY_MISMATCH',
      `Idempotency key ${JSON.stringify(key)} was used for another ${firstCommand}. Use a new key.`,
    );
  }
}

/** Thrown while the first request with the same key is still running. */
export class IdempotencyInProgressError extends DomainError {
  override name = 'IdempotencyInProgressError';

  constructor(key: string) {
    super(
      'IDEMPOTENCY_IN_PROGRESS',
      `The first request with idempotency key ${JSON.stringify(key)} is still running. Retry.`,
    );
  }
}

/** Thrown when the database could not be reached, or did not answer in time. `cause` is for the log alone. */
export class DatabaseUnavailableError extends DomainError {
  override name = 'DatabaseUnavailableError';

  constructor(options?: ErrorOptions) {
    super(
      'DATABASE_UNAVAILABLE',
      'The database does not answer just now. Ask again in a moment; a command, which may have been done, under the same idempotency key.',
      options,
    );
  }
}

/** Thrown by a server that meets what only a newer one knows: `what` it met, such as the name of a migration. */
export class ServerOutdatedError extends DomainError {
  override name = 'ServerOutdatedError';

  constructor(what: string) {
    super(
      'SERVER_OUTDATED',
      `This server does not know ${what}, which a newer Kernel brought. Nothing was changed. Ask the newer server, or upgrade this one.`,
    );
  }
}
