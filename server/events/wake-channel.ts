/** The channel on which PostgreSQL tells every server that the log of an organisation, named by its id, has grown. */
export const WAKE_CHANNEL = 'kernel_log';
