import type { SessionEventKind, SyncMode } from '#prisma/generated/client/client.ts';
import { SyncModeError, ValidationError } from '#server/errors.ts';
import { checkedText } from '#server/text-limits.ts';
import { letsOut } from '../sync-mode.ts';

/** Largest number that is kept, of anything counted. */
const MAX_NUMBER = 2 ** 31 - 1;
/** A model's name, such as `claude-opus-4-1[1m]`: no spaces, so that no text travels as one. */
const MODEL_PATTERN = /^[A-Za-z0-9][A-Za-z0-9._:/@+[\]()-]{0,99}$/;

/** One entry of a session's timeline as it is reported. */
export interface SessionEntry {
  readonly kind: SessionEventKind;
  readonly occurredAt: Date;
  readonly count?: number | null | undefined;
  readonly durationMs?: number | null | undefined;
  readonly model?: string | null | undefined;
  readonly inputTokens?: number | null | undefined;
  readonly outputTokens?: number | null | undefined;
  /** In millionths of a US dollar. */
  readonly costMicroUsd?: number | null | undefined;
  readonly summary?: string | null | undefined;
  readonly text?: string | null | undefined;
}

const countedFields = ['count', 'durationMs', 'inputTokens', 'outputTokens', 'costMicroUsd'] as const;

/** The sync mode from which on a field of text is let out. */
const textFields = [
  { name: 'summary', from: 'SUMMARIES', limit: 'eventSummary' },
  { name: 'text', from: 'FULL', limit: 'eventText' },
] as const;

/** Every field of an entry, checked, absent ones as null: the columns of its row. */
export type CheckedEntry = {
  [Field in keyof SessionEntry]-?: Exclude<SessionEntry[Field], undefined>;
};

/**
 * Checks one entry against the sync mode of its session. Throws SyncModeError naming the first field that the mode keeps
 * in, even when it is empty, and ValidationError for what is malformed or too long.
 */
export function checkedEntry(field: string, entry: SessionEntry, mode: SyncMode): CheckedEntry {
  for (const { name, from } of textFields) {
    const held = entry[name] ?? null;
    if (held !== null && !letsOut(mode, from)) throw new SyncModeError(`${field}.${name}`, mode);
  }
  if (Number.isNaN(entry.occurredAt.getTime())) throw new ValidationError(`${field}.occurredAt`, 'must be a moment');
  for (const name of countedFields) refuseBadNumber(`${field}.${name}`, entry[name] ?? 0);
  const model = entry.model ?? null;
  if (model !== null && !MODEL_PATTERN.test(model)) {
    throw new ValidationError(`${field}.model`, 'must be the name of a model: up to 100 characters without spaces');
  }
  const [summary = null, text = null] = textFields.map(({ name, limit }) => {
    const held = entry[name] ?? null;
    return held === null ? null : checkedText(`${field}.${name}`, held, limit, { blank: true });
  });
  const { kind, occurredAt, count, durationMs, inputTokens, outputTokens, costMicroUsd } = entry;
  return {
    ...{ kind, occurredAt, model, summary, text },
    ...{ count: count ?? null, durationMs: durationMs ?? null, costMicroUsd: costMicroUsd ?? null },
    ...{ inputTokens: inputTokens ?? null, outputTokens: outputTokens ?? null },
  };
}

function refuseBadNumber(field: string, value: number): void {
  if (Number.isInteger(value) && value >= 0 && value <= MAX_NUMBER) return;
  throw new ValidationError(field, `must be a whole number from 0 to ${MAX_NUMBER}`);
}
