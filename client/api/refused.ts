/** What came with a refusal beside its code and message: the typed fields of the refusal, by name. */
export type RefusalDetails = Readonly<Record<string, unknown>>;

/**
 * Thrown when the server understood a request and said no: a domain refusal (a member of a result union) or a bad
 * request (a top-level error with a code). `code` is one of the server's error codes and is what a caller branches on.
 */
export class Refused extends Error {
  override name = 'Refused';
  readonly code: string;
  readonly details: RefusalDetails;

  constructor(code: string, message: string, details: RefusalDetails = {}) {
    super(message);
    this.code = code;
    this.details = details;
  }
}
