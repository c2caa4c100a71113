import { DomainError } from '#server/errors.ts';

/** Thrown when a request over plain HTTP is not one that any route could take; `status` says how it is not. */
export class BadRequestError extends DomainError {
  override name = 'BadRequestError';
  readonly status: 400 | 415;

  constructor(status: 400 | 415, message: string) {
    super('BAD_REQUEST', message);
    this.status = status;
  }
}
