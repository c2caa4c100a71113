import * as errors from '#server/errors.ts';
import { builder } from './builder.ts';

/** The one list of codes, as an enum. */
export const ErrorCode = builder.enumType('ErrorCode', {
  description: 'Why a command or a request was refused.',
  values: Object.fromEntries(
    Object.entries(errors.errorCodes).map(([code, description]) => [
      code,
      { value: code as errors.ErrorCode, description },
    ]),
  ),
});

/** What all refusals share; `... on UserError { code message }` handles any of them. */
export const UserError = builder.interfaceRef<errors.DomainError>('UserError').implement({
  description: 'A refusal of the domain: expected, typed, and for the caller to decide on.',
  fields: (t) => ({
    code: t.expose('code', { type: ErrorCode, description: 'The code to branch on.' }),
    message: t.exposeString('message', { description: 'What was wrong, where, and what to do, for a person.' }),
  }),
});

type ErrorClass<T extends errors.DomainError> = abstract new (...args: never[]) => T;

const isTypeOf = (type: ErrorClass<errors.DomainError>) => (value: unknown) => value instanceof type;

builder.objectType(errors.ValidationError, {
  name: 'ValidationError',
  description: 'A field of the input is missing, malformed or too long.',
  interfaces: [UserError],
  isTypeOf: isTypeOf(errors.ValidationError),
  fields: (t) => ({ field: t.exposeString('field', { description: 'Path of the field within the input.' }) }),
});

builder.objectType(errors.NotFoundError, {
  name: 'NotFoundError',
  description: 'There is no such object within reach of the credential.',
  interfaces: [UserError],
  isTypeOf: isTypeOf(errors.NotFoundError),
  fields: (t) => ({ ref: t.exposeString('ref', { description: 'The id or key that was asked for.' }) }),
});

builder.objectType(errors.ConflictError, {
  name: 'ConflictError',
  description: 'Another object already holds this name or place.',
  interfaces: [UserError],
  isTypeOf: isTypeOf(errors.ConflictError),
});

builder.objectType(errors.InvalidTransitionError, {
  name: 'InvalidTransitionError',
  description: 'The object is in a state that does not take this command.',
  interfaces: [UserError],
  isTypeOf: isTypeOf(errors.InvalidTransitionError),
  fields: (t) => ({
    from: t.exposeString('from', { description: 'The state the object is in.' }),
    command: t.exposeString('command', { description: 'The command that was refused.' }),
    allowed: t.stringList({ description: 'The commands it takes now.', resolve: (error) => [...error.allowed] }),
  }),
});

builder.objectType(errors.WorkItemClosedError, {
  name: 'WorkItemClosedError',
  description: 'The work item is completed or cancelled.',
  interfaces: [UserError],
  isTypeOf: isTypeOf(errors.WorkItemClosedError),
});

builder.objectType(errors.StaleRevisionError, {
  name: 'StaleRevisionError',
  description: 'Somebody changed the work item since the caller read it.',
  interfaces: [UserError],
  isTypeOf: isTypeOf(errors.StaleRevisionError),
  fields: (t) => ({ currentRevision: t.exposeInt('currentRevision', { description: 'The revision it is at.' }) }),
});

builder.objectType(errors.StalePackageError, {
  name: 'StalePackageError',
  description: 'Another package is on offer than the one that was reviewed.',
  interfaces: [UserError],
  isTypeOf: isTypeOf(errors.StalePackageError),
  fields: (t) => ({
    currentVersion: t.exposeInt('currentVersion', { description: 'Version of the package on offer.' }),
    currentHash: t.exposeString('currentHash', { description: 'Hash of the package on offer.' }),
  }),
});

builder.objectType(errors.SessionNotEligibleError, {
  name: 'SessionNotEligibleError',
  description: 'The session cannot take the handoff on.',
  interfaces: [UserError],
  isTypeOf: isTypeOf(errors.SessionNotEligibleError),
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'OTHER_WORK_ITEM, NOT_ACTIVE, IS_SOURCE or ALREADY_CONTINUES.' }),
  }),
});

builder.objectType(errors.SessionEndedError, {
  name: 'SessionEndedError',
  description: 'The agent session has ended and takes no more reports.',
  interfaces: [UserError],
  isTypeOf: isTypeOf(errors.SessionEndedError),
});

builder.objectType(errors.RuntimeNotOfferedError, {
  name: 'RuntimeNotOfferedError',
  description: 'No machine can run this runtime now.',
  interfaces: [UserError],
  isTypeOf: isTypeOf(errors.RuntimeNotOfferedError),
  fields: (t) => ({ runtimeName: t.exposeString('runtime', { description: 'The runtime that was asked for.' }) }),
});

builder.objectType(errors.StaleFenceError, {
  name: 'StaleFenceError',
  description: 'The launch was claimed anew since; what the earlier claim started has to be stopped.',
  interfaces: [UserError],
  isTypeOf: isTypeOf(errors.StaleFenceError),
  fields: (t) => ({ currentFence: t.exposeInt('currentFence', { description: 'The fence of the latest claim.' }) }),
});

builder.objectType(errors.SyncModeError, {
  name: 'SyncModeError',
  description: 'The entry holds more than the sync mode of the session lets out.',
  interfaces: [UserError],
  isTypeOf: isTypeOf(errors.SyncModeError),
  fields: (t) => ({ field: t.exposeString('field', { description: 'Path of the field that is not let out.' }) }),
});

builder.objectType(errors.AlreadySupersededError, {
  name: 'AlreadySupersededError',
  description: 'The decision no longer stands.',
  interfaces: [UserError],
  isTypeOf: isTypeOf(errors.AlreadySupersededError),
  fields: (t) => ({
    supersededById: t.exposeID('supersededById', { description: 'The decision that took its place.' }),
  }),
});

builder.objectType(errors.IdempotencyKeyMismatchError, {
  name: 'IdempotencyKeyMismatchError',
  description: 'The idempotency key was used for another command or other input.',
  interfaces: [UserError],
  isTypeOf: isTypeOf(errors.IdempotencyKeyMismatchError),
});

builder.objectType(errors.IdempotencyInProgressError, {
  name: 'IdempotencyInProgressError',
  description: 'The first request with the same idempotency key is still running.',
  interfaces: [UserError],
  isTypeOf: isTypeOf(errors.IdempotencyInProgressError),
});

/** The refusals every command can answer with; commands add their own. */
export const commonRefusals = [
  errors.ValidationError,
  errors.NotFoundError,
  errors.IdempotencyKeyMismatchError,
  errors.IdempotencyInProgressError,
] as const;
