import type { HandoffPackageV1 } from '../../handoff-package/v1.ts';
import { readExact, writeExact } from './exact-text.ts';

type Decision = HandoffPackageV1['decisions'][number];

const FIELD = /^(Rationale|Recorded|Evidence): ([^]*)$/;

/** A decision as an entry: its statement, then what is known of it, one field below the other. */
export function writeDecision({ statement, rationale, recorded_at, evidence }: Decision): string {
  const lines = [
    writeField(statement),
    ...(rationale === '' ? [] : [`Rationale: ${writeField(rationale)}`]),
    `Recorded: ${recorded_at}`,
    ...evidence.map((link) => `Evidence: ${writeField(link)}`),
  ];
  return lines.join('\n');
}

/** A text of several lines must not hold a line that reads as the next field. */
function writeField(text: string): string {
  const isAmbiguous = text.split('\n').some((line) => FIELD.test(line));
  return isAmbiguous ? JSON.stringify(text) : writeExact(text);
}

function readField(text: string): string {
  const exact = readExact(text);
  if (exact !== text || !text.startsWith('"')) return exact;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' && writeField(value) === text ? value : text;
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/**
 * Reads a decision back. One that somebody wrote as `Decision: rationale`, without the fields, is cut at its first
 * colon and dated `recordedAt`.
 */
export function readDecision(entry: string, recordedAt: string): Decision {
  const [first = '', ...rest] = fieldsOf(entry);
  const values = (name: string) =>
    rest.flatMap((field) => {
      const [, label, text = ''] = FIELD.exec(field) ?? [];
      return label === name ? [readField(text)] : [];
    });
  const [recorded] = values('Recorded');
  if (recorded !== undefined) {
    const [rationale = ''] = values('Rationale');
    return { statement: readField(first), rationale, recorded_at: recorded, evidence: values('Evidence') };
  }
  const [, statement = entry, rationale = ''] = /^([^\n]+?): ([^]+)$/.exec(entry) ?? [];
  return { statement, rationale, recorded_at: recordedAt, evidence: [] };
}

/** The statement, then each field with the lines that belong to it. */
function fieldsOf(entry: string): string[] {
  const fields: string[] = [];
  entry.split('\n').forEach((line, at) => {
    if (at > 0 && !FIELD.test(line)) fields.push(`${fields.pop() ?? ''}\n${line}`);
    else fields.push(line);
  });
  return fields;
}
