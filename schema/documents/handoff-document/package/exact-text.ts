import { normalEntry, renderItem } from '../entries.ts';
import { scanLines } from '../reading/scan-lines.ts';
import { visibleText } from '../reading/visible-text.ts';

const NOTHING = /^none identified\.?$/i;

/**
 * A text as an entry from which `readExact` gets exactly it back: the text itself, or a JSON string where a document
 * would lose something of it, such as spaces at its end, or would show nothing.
 */
export const writeExact = (text: string): string => (isPlain(text) ? text : JSON.stringify(text));

/** The text that an entry stands for. An entry in quotes that could stand as it is means its quotes. */
export function readExact(entry: string): string {
  const quoted = unquoted(entry);
  return quoted !== undefined && !isPlain(quoted) ? quoted : entry;
}

function isPlain(text: string): boolean {
  if (text !== normalEntry(text) || NOTHING.test(text) || /[\0\p{Surrogate}]/u.test(text)) return false;
  const quoted = unquoted(text);
  if (quoted !== undefined && !isPlain(quoted)) return false;
  return scanLines(renderItem(text, '- ')).lines.some((line) => visibleText(line) !== '');
}

function unquoted(text: string): string | undefined {
  if (!text.startsWith('"') || !text.endsWith('"')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'string' ? value : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
