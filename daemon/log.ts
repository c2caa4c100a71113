import { pino } from 'pino';

/** The daemon's log: facts first, then a short message. Never a prompt, an output or a credential. */
export type DaemonLog = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** One JSON object a line on the standard error, where the level of KERNEL_LOG_LEVEL or `info` is reached. */
export const createDaemonLog = (env: NodeJS.ProcessEnv): DaemonLog =>
  pino(
    {
      level: env['KERNEL_LOG_LEVEL'] || 'info',
      base: { process: 'daemon' },
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: 'message',
      formatters: { level: (label) => ({ level: label }) },
      redact: ['token', 'credential', '*.token', '*.credential'],
    },
    pino.destination({ fd: 2, sync: true }),
  );
