import type { ReceiptItem } from './receipt-items.ts';

/** Which statements were echoed, by key and in the order of the items, and the echoes that name none. */
export interface EchoMatch {
  readonly covered: readonly string[];
  readonly unknown: readonly string[];
}

/**
 * Holds what a destination said back against what it was told. An echo covers a statement when it is its key, or its
 * text: letter case, white space, Unicode form and punctuation at the ends do not count, anything else does. Two
 * statements of one text are both covered by it.
 */
export function matchEchoes(items: readonly ReceiptItem[], echoes: readonly string[]): EchoMatch {
  const said = new Set(echoes.map(plain));
  const covered = items.filter(({ key, text }) => said.has(key) || said.has(plain(text)));
  const known = new Set(items.flatMap(({ key, text }) => [key, plain(text)]));
  return { covered: covered.map(({ key }) => key), unknown: echoes.filter((echo) => !known.has(plain(echo))) };
}

const plain = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/gu, ' ')
    .replace(/^[\s"'“”.:;,-]+|[\s"'“”.:;,-]+$/gu, '');
