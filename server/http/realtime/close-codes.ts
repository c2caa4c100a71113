/**
 * Every code with which the server closes a WebSocket, and so what a client does next. PROTOCOL.md explains them; those
 * of graphql-transport-ws keep the numbers that protocol gives them.
 */
export const closeCodes = {
  /** The server ends or restarts: connect again, and go on after the last cursor. */
  GOING_AWAY: 1001,
  /** A message was over the limit. */
  MESSAGE_TOO_LARGE: 1009,
  /** A message was not of the protocol. */
  BAD_MESSAGE: 4400,
  /** An operation came before the connection was acknowledged. */
  NOT_ACKNOWLEDGED: 4401,
  /** `connection_init` carried no good credential: connecting again with the same one is useless. */
  CREDENTIAL_REFUSED: 4403,
  /** The client asked for another subprotocol than graphql-transport-ws. */
  WRONG_SUBPROTOCOL: 4406,
  /** `connection_init` did not come in time. */
  INIT_TIMEOUT: 4408,
  /** An operation used an id that is in use. */
  DUPLICATE_OPERATION: 4409,
  /** The credential was revoked while the connection lived: a new one is needed. */
  CREDENTIAL_REVOKED: 4410,
  /** The credential expired while the connection lived: a new one is needed. */
  CREDENTIAL_EXPIRED: 4411,
  /** The reader fell behind: connect again, and go on after the last cursor. */
  CONSUMER_TOO_SLOW: 4413,
  /** `connection_init` came twice. */
  DUPLICATE_INIT: 4429,
  /** The database does not answer: connect again after a while. */
  DATABASE_UNAVAILABLE: 4503,
  /** A fault of the server: connect again after a while. */
  INTERNAL: 4500,
} as const;

export type CloseCode = (typeof closeCodes)[keyof typeof closeCodes];
