import { NEED_MORE, type Verdict } from '../scan/verdict.ts';

const BEGIN = /-{4,5} ?BEGIN [A-Z0-9 ]{0,60}PRIVATE KEY(?: BLOCK)? ?-{4,5}/y;
/** Longest first line, in characters. */
const MAX_BEGIN = 100;

/** A private key in PEM or OpenPGP armour that begins with the dashes at `at`, whether or not it ends. */
export function matchPrivateKey(text: string, at: number, final: boolean): Verdict {
  if (!final && text.length - at < MAX_BEGIN && !text.includes('\n', at)) return NEED_MORE;
  BEGIN.lastIndex = at;
  if (!BEGIN.test(text)) return null;
  return { from: at, to: BEGIN.lastIndex, name: 'private-key', tail: { kind: 'private-key' } };
}
