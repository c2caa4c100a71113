/** Thrown when a value has no canonical JSON. `path` says where, as in `$.decisions[3].statement`. */
export class CanonicalJsonError extends TypeError {
  override readonly name = 'CanonicalJsonError';
  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path} has no canonical JSON: ${reason}`);
    this.path = path;
    this.reason = reason;
  }
}
