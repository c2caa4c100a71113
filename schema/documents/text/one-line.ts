import { makeVisible } from './make-visible.ts';

/** `text` made visible and on one line: a newline shows as ` ⏎ `, a tab as a space. It can begin no line of its own. */
export function oneLine(text: string): string {
  return makeVisible(text).replace(/\n/g, ' ⏎ ').replace(/\t/g, ' ');
}
