import { atxHeading } from './atx-heading.ts';
import { type DocumentLine, splitLines } from './document-line.ts';
import { endOfHtmlBlock } from './html-block.ts';

const FENCE = /^(`{3,}(?=[^`]*$)|~{3,})/;
const UNDERLINE = /^(=+|-+)[ \t]*$/;
const RULE = /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const LIST_MARKER = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/;
const TAB_WIDTH = 4;
/** From this many columns on, a line is code and nothing else. */
const CODE_INDENT = 4;

/** What a scan found: every line, and the line of a code fence that nobody closed. */
export interface ScannedLines {
  readonly lines: readonly DocumentLine[];
  readonly unclosedFence?: number;
}

/**
 * Reads the block structure of Markdown as far as it decides which headings are headings of the document: code fences,
 * HTML blocks, list items and quotations hide what looks like one. Linear in the length of the text.
 */
export function scanLines(text: string): ScannedLines {
  const scan = new Scan();
  const lines = splitLines(text).map((line, at) => scan.read(line, at + 1));
  return { lines, ...(scan.unclosedFence === undefined ? {} : { unclosedFence: scan.unclosedFence }) };
}

type Block = Pick<DocumentLine, 'kind' | 'level' | 'title'>;

interface OpenFence {
  readonly mark: string;
  /** Column that a line must reach to be inside the same list item. */
  readonly offset: number;
  readonly line: number;
}

class Scan {
  /** The columns at which the contents of the open list items begin, outermost first. */
  #items: number[] = [];
  #fence: OpenFence | undefined;
  #html: { readonly end: RegExp; readonly offset: number } | undefined;
  /** Whether the line before is a paragraph of the document itself, of something inside it, or none. */
  #paragraph: 'own' | 'inner' | undefined;
  /** The lines of the paragraph so far. */
  #words: string[] = [];

  get unclosedFence(): number | undefined {
    return this.#fence !== undefined && this.#fence.offset === 0 ? this.#fence.line : undefined;
  }

  read(text: string, number: number): DocumentLine {
    const found = this.#kindOf(text, number);
    if (found.kind !== 'text') this.#paragraph = undefined;
    if (this.#paragraph === undefined) this.#words = [];
    else this.#words.push(text.trim());
    return { number, text, ...found };
  }

  #kindOf(text: string, number: number): Block {
    const content = withoutIndent(text);
    const column = columnsOf(text.slice(0, text.length - content.length));
    if (/^[ \t]*$/.test(text)) return { kind: this.#blank() };
    if (this.#fence !== undefined && column >= this.#fence.offset) return { kind: this.#inFence(content, column) };
    this.#fence = undefined;
    if (this.#html !== undefined && column >= this.#html.offset) {
      if (this.#html.end.test(text)) this.#html = undefined;
      return { kind: 'html' };
    }
    this.#html = undefined;
    return this.#block(content, column, number);
  }

  #blank(): DocumentLine['kind'] {
    if (this.#fence !== undefined) return 'code';
    if (this.#html?.end.test('') === true) this.#html = undefined;
    return 'blank';
  }

  #inFence(content: string, column: number): DocumentLine['kind'] {
    const { mark, offset } = this.#fence ?? { mark: '', offset: 0 };
    const closes = new RegExp(`^${mark[0] ?? ''}{${mark.length},}[ \\t]*$`);
    if (column - offset >= CODE_INDENT || !closes.test(content)) return 'code';
    this.#fence = undefined;
    return 'fence';
  }

  #block(content: string, column: number, number: number): Block {
    const continues = this.#paragraph !== undefined && !beginsBlock(content);
    // A paragraph inside a list item or a quotation goes on with a line that is not indented.
    if (continues && this.#paragraph === 'inner') return { kind: 'text' };
    while (column < (this.#items.at(-1) ?? 0)) this.#items.pop();
    const inner = column - (this.#items.at(-1) ?? 0);
    if (inner >= CODE_INDENT) {
      if (!continues) this.#paragraph = undefined;
      return { kind: 'text' };
    }
    return this.#items.length === 0 ? this.#ofDocument(content, column, number) : this.#inside(content, column, number);
  }

  #ofDocument(content: string, column: number, number: number): Block {
    const underline = UNDERLINE.exec(content)?.[1];
    if (underline !== undefined && this.#paragraph === 'own') {
      return { kind: 'underlined', level: underline.startsWith('=') ? 1 : 2, title: this.#words.join(' ') };
    }
    const heading = atxHeading(content);
    if (heading !== undefined) return { kind: 'heading', ...heading };
    return this.#inside(content, column, number);
  }

  #inside(content: string, column: number, number: number): Block {
    if (RULE.test(content)) return { kind: 'rule' };
    const mark = FENCE.exec(content)?.[1];
    if (mark !== undefined) {
      this.#fence = { mark, offset: this.#items.at(-1) ?? 0, line: number };
      return { kind: 'fence' };
    }
    const htmlEnd = endOfHtmlBlock(content);
    if (htmlEnd !== undefined) {
      if (!htmlEnd.test(content)) this.#html = { end: htmlEnd, offset: this.#items.at(-1) ?? 0 };
      return { kind: 'html' };
    }
    const marker = LIST_MARKER.exec(content)?.[0];
    if (marker !== undefined) return this.#listItem(content, column, marker, number);
    this.#paragraph = this.#items.length > 0 || content.startsWith('>') ? 'inner' : (this.#paragraph ?? 'own');
    return { kind: 'text' };
  }

  #listItem(content: string, column: number, marker: string, number: number): Block {
    const rest = content.slice(marker.length);
    const item = withoutIndent(rest);
    const gap = columnsOf(rest.slice(0, rest.length - item.length));
    this.#items.push(column + marker.length + (item === '' || gap > CODE_INDENT ? 1 : gap));
    this.#paragraph = undefined;
    if (item === '' || gap > CODE_INDENT) return { kind: 'text' };
    const { kind } = this.#inside(item, column + marker.length + gap, number);
    // The marker is text of the document, whatever the item begins with.
    return { kind: kind === 'fence' ? 'fence' : 'text' };
  }
}

/** Whether a line begins a block of its own even directly under a paragraph. */
function beginsBlock(content: string): boolean {
  return (
    atxHeading(content) !== undefined ||
    FENCE.test(content) ||
    RULE.test(content) ||
    UNDERLINE.test(content) ||
    content.startsWith('>') ||
    LIST_MARKER.test(content) ||
    endOfHtmlBlock(content) !== undefined
  );
}

/** Only spaces and tabs indent; a no-break space is text. */
const withoutIndent = (text: string): string => text.replace(/^[ \t]+/, '');

function columnsOf(indent: string): number {
  let columns = 0;
  for (const character of indent) columns += character === '\t' ? TAB_WIDTH - (columns % TAB_WIDTH) : 1;
  return columns;
}
