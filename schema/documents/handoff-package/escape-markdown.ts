import { makeVisible } from '../text/make-visible.ts';

/**
 * Texts that some renderers link although no link syntax is there, after undoing escapes: shown as code instead, where
 * nothing is linked.
 */
const linkLike =
  /(?:[a-z][a-z0-9+.-]{1,30}:\/\/|www\.|(?:mailto|xmpp|javascript|data):|(?<![^\s`@/])[^\s`@/]+@(?=[^\s`@.]{1,63}\.))[^\s`]*/gi;
/** Characters that mean something anywhere in a line. `_` is one only beside a space or punctuation. */
const inline = /[\\`*[\]<~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|&(?=#|[a-z][a-z0-9]*;)|!(?=\[)/giu;
/** Characters that mean something only at the start of a line: headings, lists, quotes, tables, rules, definitions. */
const lineStart = /^(?:[#+\-=>|:]|\d{1,9}(?=[.)]))/;

/**
 * One line of foreign text as Markdown that shows exactly that line: no heading, list, link, image, HTML, code span,
 * emphasis or table comes of it, in CommonMark and in GitHub's extension. Newlines must be gone beforehand.
 */
export function escapeMarkdownLine(line: string): string {
  // Spaces at the end show as nothing, and two of them are a line break.
  const visible = makeVisible(line).trimEnd();
  const indent = /^[ \t]*/.exec(visible)?.[0] ?? '';
  let out = '';
  let at = indent.length;
  for (const match of visible.matchAll(linkLike)) {
    out += escapeProse(visible.slice(at, match.index), out === '') + `\`${match[0]}\``;
    at = match.index + match[0].length;
  }
  out += escapeProse(visible.slice(at), out === '');
  // Indentation as entities: four plain spaces would begin a code block.
  return '&nbsp;'.repeat(indent.replaceAll('\t', '    ').length) + out;
}

function escapeProse(text: string, startsLine: boolean): string {
  // A backtick that touches a code span would lengthen its fence; as an entity it cannot.
  const escaped = text.replace(inline, '\\$&').replace(/\\`$|^\\`/g, '&#96;');
  if (!startsLine) return escaped;
  return escaped.replace(lineStart, (start) => (/^\d/.test(start) ? `${start}\\` : `\\${start}`));
}
