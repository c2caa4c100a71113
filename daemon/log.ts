import { pino } from 'pino';
import { redactTexts } from '#schema/documents/redaction/redact-texts.ts';
import { secretValuesOf } from '#schema/documents/redaction/secret-values-of.ts';

/** The daemon's log: facts first, then a short message. Never a prompt, an output or a credential. */
export type DaemonLog = Pick<pino.Logger, 'debug' | 'info' | 'warn' | 'error'>;

/**
 * One JSON object a line on the standard error, where the level of KERNEL_LOG_LEVEL or `info` is reached. A line loses its
 * secrets as it is written: an error of git or of the system quotes names of files.
 */
export function createDaemonLog(env: NodeJS.ProcessEnv): DaemonLog {
  const secretValues = secretValuesOf(env);
  const stderr = pino.destination({ fd: 2, sync: true });
  const clean = (line: string) => JSON.stringify(redactTexts(JSON.parse(line) as object, { secretValues }).value);
  return pino(
    {
      level: env['KERNEL_LOG_LEVEL'] || 'info',
      base: { process: 'daemon' },
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: 'message',
      formatters: { level: (label) => ({ level: label }) },
      redact: ['token', 'credential', '*.token', '*.credential'],
    },
    { write: (line) => void stderr.write(`${clean(line)}\n`) },
  );
}
