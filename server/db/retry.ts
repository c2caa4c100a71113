/** PostgreSQL's codes for "you collided with another transaction, try again": serialization failure and deadlock. */
const COLLISION_STATES = new Set(['40001', '40P01']);
/** Prisma's own name for the same. */
const PRISMA_COLLISION = 'P2034';

interface MaybeCoded {
  code?: unknown;
  cause?: unknown;
  originalCode?: unknown;
  meta?: { driverAdapterError?: unknown };
}

/** True when the error, or anything it was caused by, is a collision that a second try can resolve. */
export function isRetryable(error: unknown): boolean {
  for (let e = error as MaybeCoded | undefined, depth = 0; e !== null && typeof e === 'object' && depth < 5; depth++) {
    if (e.code === PRISMA_COLLISION) return true;
    if (typeof e.originalCode === 'string' && COLLISION_STATES.has(e.originalCode)) return true;
    if (typeof e.code === 'string' && COLLISION_STATES.has(e.code)) return true;
    e = (e.cause ?? e.meta?.driverAdapterError) as MaybeCoded | undefined;
  }
  return false;
}
