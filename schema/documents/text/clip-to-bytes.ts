import { utf8Bytes } from './utf8-bytes.ts';

/** What ends a text that was clipped. */
export const cutMark = ' [cut]';

/** Code points that belong to the character before them: accents, joiners, variation selectors, skin tones. */
const continuation = /^[\p{M}\p{Emoji_Modifier}\u200D]/u;
/** A longer run of continuations than this is no writing system's, and is split. */
const longestCluster = 32;
const encoder = new TextEncoder();

/**
 * Returns well-formed `text` in at most `maxBytes` UTF-8 bytes, ending in `[cut]` when something was left out. No code
 * point is split, and no accent or emoji part is left without its base where that can be seen within 32 code points.
 * Throws RangeError when the text does not fit and neither does the mark.
 */
export function clipToBytes(text: string, maxBytes: number): string {
  if (text.length <= maxBytes && utf8Bytes(text).length <= maxBytes) return text;
  const markBytes = utf8Bytes(cutMark).length;
  if (maxBytes < markBytes) throw new RangeError(`A clipped text needs at least ${markBytes} bytes, not ${maxBytes}.`);
  const { read } = encoder.encodeInto(text, new Uint8Array(maxBytes - markBytes));
  return text.slice(0, clusterStart(text, read)).trimEnd() + cutMark;
}

/** The last place at or before `end` where a character begins. */
function clusterStart(text: string, end: number): number {
  let at = end;
  for (let steps = 0; steps < longestCluster && at > 0; steps += 1) {
    const joined = text.charCodeAt(at - 1) === 0x200d;
    if (!joined && !continuation.test(text.slice(at, at + 2))) return at;
    at -= isLowSurrogate(text.charCodeAt(at - 1)) ? 2 : 1;
  }
  return at > 0 ? end : 0;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
