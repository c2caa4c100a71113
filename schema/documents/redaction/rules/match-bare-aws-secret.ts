import { ALNUM, BASE64, flagsAt, runEnd } from '../scan/alphabet.ts';
import { NEED_MORE, type Verdict } from '../scan/verdict.ts';

/** Characters of an AWS secret access key. */
const LENGTH = 40;

/**
 * An AWS secret access key that no name announces. It looks like any 40 characters of base64, so this is asked only
 * shortly behind a key id, where the context says what it is.
 */
export function matchBareAwsSecret(text: string, at: number, floor: number, final: boolean): Verdict {
  if (at > floor && (flagsAt(text, at - 1) & (BASE64 | ALNUM)) !== 0 && text[at - 1] !== '=') return null;
  const end = runEnd(text, at, BASE64, at + LENGTH + 1);
  if (end === text.length && !final && end - at <= LENGTH) return NEED_MORE;
  const value = text.slice(at, end);
  // Thirty bytes need no padding: what ends in `=` is a name with its value.
  if (value.length !== LENGTH || value.includes('=')) return null;
  if (!/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/\d/.test(value)) return null;
  return { from: at, to: end, name: 'aws-key', tail: { kind: 'run', flag: BASE64 } };
}
