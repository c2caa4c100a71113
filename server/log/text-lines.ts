import type { LogSink } from '../logger.ts';

/** Rewrites JSON lines for a person: `12:00:01.123 info ready url="http://127.0.0.1:4400"`. */
export function textLines(sink: LogSink): LogSink {
  return {
    write(line) {
      const { time, level, message, ...facts } = JSON.parse(line) as Record<string, unknown>;
      const pairs = Object.entries(facts).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
      sink.write(`${String(time).slice(11, 23)} ${String(level)} ${String(message)}${pairs.join('')}\n`);
    },
  };
}
