/** The database that every test file's own is copied from. */
export const TEMPLATE = 'kernel_template';

/** The address of one database of a cluster that is reached over a Unix socket. */
export const urlOf = (connection: { host: string; port: number; user: string }, database: string): string =>
  `postgresql://${connection.user}@localhost:${connection.port}/${database}?host=${encodeURIComponent(connection.host)}`;
