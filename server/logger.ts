import { pino } from 'pino';

import type { Config } from './config.ts';
import { censor } from './log/censor.ts';
import { errorFacts } from './log/error-facts.ts';
import { textLines } from './log/text-lines.ts';

/** Structured log: facts first, then a short message that is the same every time. */
export type Logger = pino.Logger;

/** Where lines go; the standard error unless a test listens. */
export interface LogSink {
  write(line: string): void;
}

/**
 * One JSON object a line (or one readable line, for `logFormat: 'text'`) on the standard error, so that the standard
 * output stays with commands. What a key or a string gives away as a secret is replaced before it is
 * written, and so is every one of `secretValues`.
 */
export function createLogger(
  config: Pick<Config, 'logLevel'> & Partial<Pick<Config, 'logFormat'> & { readonly secretValues: readonly string[] }>,
  sink: LogSink = pino.destination({ fd: 2, sync: true }),
): Logger {
  const clean = (value: unknown) => censor(value, config.secretValues);
  return pino(
    {
      level: config.logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      messageKey: 'message',
      formatters: { level: (label) => ({ level: label }), log: (facts) => clean(facts) as Record<string, unknown> },
      serializers: { err: (error: unknown) => clean(errorFacts(error)) },
    },
    config.logFormat === 'text' ? textLines(sink) : sink,
  );
}
