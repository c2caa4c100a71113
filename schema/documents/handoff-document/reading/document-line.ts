/** One line of a document, as Markdown reads it. */
export interface DocumentLine {
  /** From 1. */
  readonly number: number;
  /** Without its line end. */
  readonly text: string;
  /**
   * `heading`: of the document itself, not of a list item, a quotation or a code block. `underlined`: a line of dashes
   * or equal signs that makes the text above it a heading. `fence`: where a code block begins or ends; `code`: inside.
   */
  readonly kind: 'blank' | 'heading' | 'underlined' | 'fence' | 'code' | 'html' | 'rule' | 'text';
  /** Of a heading: 1 to 6, and its text. */
  readonly level?: number;
  readonly title?: string;
}

/** Splits at the line ends of Markdown: LF, CR LF and CR. A byte order mark before the first line is no part of it. */
export function splitLines(text: string): string[] {
  return text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
}
