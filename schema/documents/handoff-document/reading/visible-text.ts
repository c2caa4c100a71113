import type { DocumentLine } from './document-line.ts';

const MARKERS = /^(?:\s|[-*+>]|\d{1,9}[.)]|\[[ xX]\](?=\s|$))+/u;
/** Characters that nobody sees. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Zs}\u115F\u1160\u2800\u3164\uFFA0]/gu;

/**
 * What a reader sees of a line beside list markers and quotation marks. Fences, rules and comments show nothing; a line
 * of code shows all of itself.
 */
export function visibleText({ kind, text }: DocumentLine): string {
  switch (kind) {
    case 'blank':
    case 'fence':
    case 'rule':
    case 'underlined':
      return '';
    case 'code':
    case 'heading':
      return text.replace(INVISIBLE, '');
    case 'html':
    case 'text': {
      const shown = text.replace(/<!--.*?(?:-->|$)/g, '').replace(MARKERS, '');
      return shown.replace(INVISIBLE, '') === '' ? '' : shown.trim();
    }
  }
}
