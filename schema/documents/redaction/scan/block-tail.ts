import { BLANK, runEnd } from './alphabet.ts';
import type { Step } from './step.ts';

/**
 * The end of a YAML block whose key stands at column `level`: the first line that is indented no deeper and not blank.
 * `at` is where a line begins, or lies within one that goes.
 */
export function blockEnd(level: number, text: string, at: number, final: boolean): Step {
  let line = at;
  for (;;) {
    const indent = runEnd(text, line, BLANK);
    if (indent === text.length) return { at: final ? indent : line, done: final };
    const isBlank = text[indent] === '\n' || text.startsWith('\r\n', indent);
    if (!isBlank && indent - line <= level) return { at: line, done: true };
    const end = text.indexOf('\n', indent);
    if (end === -1) return { at: final ? text.length : line, done: final };
    line = end + 1;
  }
}
