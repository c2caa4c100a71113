import type { RuntimeEvent } from '../runtimes/runtime-adapter.ts';
import type { SessionEventReport } from '../outbox/report.ts';

/** Longest summary and text that the server takes, in characters. */
const MAX_SUMMARY = 500;
const MAX_TEXT = 100_000;
/** Largest number that the server takes. */
const MAX_NUMBER = 2 ** 31 - 1;
const MODEL_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._:/@+[\]()-]{0,99}$/;

export type SyncMode = 'METADATA_ONLY' | 'SUMMARIES' | 'FULL';

/**
 * What of an event may leave this machine under a sync mode: kinds, counts, durations, model, tokens and cost always, the
 * summary and the text only where the mode lets them out. The server would refuse more; here it never gets on its way.
 */
export function letOut(event: RuntimeEvent, mode: SyncMode, occurredAt: string): SessionEventReport {
  const { kind, model, summary, text, providerSessionId: _told, ...numbers } = event;
  const counted = Object.entries(numbers).filter(
    ([, value]) => Number.isInteger(value) && value >= 0 && value <= MAX_NUMBER,
  );
  return {
    kind,
    occurredAt,
    ...Object.fromEntries(counted),
    ...(model !== undefined && MODEL_PATTERN.test(model) ? { model } : {}),
    ...(summary !== undefined && mode !== 'METADATA_ONLY' ? { summary: clip(summary, MAX_SUMMARY) } : {}),
    ...(text !== undefined && mode === 'FULL' ? { text: clip(text, MAX_TEXT) } : {}),
  };
}

const clip = (text: string, max: number): string => text.slice(0, max).toWellFormed().replaceAll('\0', '\u{fffd}');
