/** PostgreSQL's code for text that it cannot hold: in UTF-8, that is a NUL. */
const UNSTORABLE_TEXT_STATE = '22021';

interface MaybeCoded {
  code?: unknown;
  originalCode?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
}

/** True when the database refused to be asked about a text with a NUL in it: the caller's mistake, not a fault of ours. */
export function isUnstorableText(error: unknown): boolean {
  for (let e = error as MaybeCoded | undefined, depth = 0; e !== null && typeof e === 'object' && depth < 5; depth++) {
    if (e.code === UNSTORABLE_TEXT_STATE || e.originalCode === UNSTORABLE_TEXT_STATE) return true;
    e = (e.cause ?? e.meta?.driverAdapterError) as MaybeCoded | undefined;
  }
  return false;
}
