import { totalOf } from './classes.ts';
import { redact, type RedactionOptions } from './redact.ts';

/** Whether redaction would change the text. */
export const containsSecret = (text: string, options: RedactionOptions = {}): boolean =>
  totalOf(redact(text, options).counts) > 0;
