/** Prisma's names for a database that does not answer, or not in time. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037']);
/** Node's names for a connection that breaks or cannot be made. */
const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT']);
/** PostgreSQL's: a broken connection, one that it ends, none left, and a server that only reads while another takes over. */
const SQL_STATES = /^(08...|57P0[1235]|53300|25006)$/;
/** The names that Prisma's adapter gives to the same before Prisma does. */
const ADAPTER_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);
/** The parts of a connection's life that fail with a socket's code, and tell it from that of a file. */
const SOCKET_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** What the driver says without any code. */
const DRIVER_WORDS =
  /^(Connection terminated|Connection ended|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/;

interface MaybeCoded {
  code?: unknown;
  originalCode?: unknown;
  kind?: unknown;
  message?: unknown;
  syscall?: unknown;
  /** On every error of Prisma, which has no sockets but those to the database. */
  clientVersion?: unknown;
  cause?: unknown;
  errors?: unknown[];
  meta?: { driverAdapterError?: unknown };
}

/** True when the error, or anything it was caused by, says that the database could not be reached or did not answer in time. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let e = error as MaybeCoded | undefined, depth = 0; e !== null && typeof e === 'object' && depth < 6; depth++) {
    if (saysSo(e)) return true;
    e = (e.cause ?? e.meta?.driverAdapterError ?? e.errors?.[0]) as MaybeCoded | undefined;
  }
  return false;
}

function saysSo({ code, originalCode, kind, message, syscall, clientVersion }: MaybeCoded): boolean {
  const codes = [code, originalCode].filter((value) => typeof value === 'string');
  if (codes.some((value) => PRISMA_CODES.has(value) || SQL_STATES.test(value))) return true;
  const isOfSocket = clientVersion !== undefined || SOCKET_CALLS.has(String(syscall));
  if (isOfSocket && codes.some((value) => SOCKET_CODES.has(value))) return true;
  return ADAPTER_KINDS.has(String(kind)) || (typeof message === 'string' && DRIVER_WORDS.test(message));
}
