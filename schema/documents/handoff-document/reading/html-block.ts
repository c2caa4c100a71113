/** The blocks that end with a mark of their own, from its line on. */
const BLOCKS: readonly (readonly [RegExp, RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?:[ \t>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [/^<![a-z]/i, />/],
];

/** The elements whose block ends with the next empty line. */
const ELEMENT =
  /^<\/?(?:address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|nav|ol|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|ul)(?:[ \t>]|\/>|$)/i;

const EMPTY_LINE = /^$/;

/** If a line begins a block of HTML, what the line looks like with which that block ends. */
export function endOfHtmlBlock(content: string): RegExp | undefined {
  if (!content.startsWith('<')) return undefined;
  const found = BLOCKS.find(([begin]) => begin.test(content));
  if (found !== undefined) return found[1];
  return ELEMENT.test(content) ? EMPTY_LINE : undefined;
}
