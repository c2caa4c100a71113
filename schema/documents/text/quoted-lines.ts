import { makeVisible } from './make-visible.ts';

/**
 * `text` made visible, with `first` before its first line and `rest` before each further one. As no line begins with
 * the text's own characters, it can forge no heading and no note of the page around it.
 */
export function quotedLines(text: string, first: string, rest: string): string {
  return first + makeVisible(text).replace(/\n/g, `\n${rest}`);
}
