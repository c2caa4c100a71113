import { looksRandom } from '../names/entropy.ts';
import { isPlaceholder } from '../names/placeholders.ts';
import { holdsMarker, markerAt, MAX_MARKER_LENGTH } from '../marker.ts';
import { NEED_MORE, type Verdict } from '../scan/verdict.ts';

/** Longest part before the host that is looked for, in characters. */
const MAX_USER_INFO = 512;
/** A name of somebody this long is a key. */
const LONG_USER = 16;

/** The password of a URL whose `://` begins at `at`, or the key that stands in the user's place. */
export function matchUrl(text: string, at: number, final: boolean): Verdict {
  const from = at + 3;
  const until = userInfoEnd(text, from, final);
  if (until === NEED_MORE) return NEED_MORE;
  if (until === -1) return null;
  const marker = markerAt(text, from);
  if (marker !== null) return { keepTo: marker.end };
  const info = text.slice(from, until);
  const colon = colonOf(info);
  const user = colon === -1 ? info : info.slice(0, colon);
  const isKey = user.length >= LONG_USER && (looksRandom(user) || /\d/.test(user));
  const start = isKey ? from : from + colon + 1;
  if (colon === -1 && !isKey) return null;
  const value = text.slice(start, until);
  const inPlace = markerAt(text, start);
  if (inPlace !== null && inPlace.end === until) return { keepTo: until };
  if (isPlaceholder(value) && !/^[a-z]+$/i.test(value)) return null;
  return value === '' || holdsMarker(value)
    ? null
    : { from: start, to: until, name: 'url-password', tail: { kind: 'run', flag: 0 } };
}

/** Index of the colon before the password, not of one within a marker; -1 where there is none. */
function colonOf(info: string): number {
  for (let at = 0; at < info.length; at += 1) {
    if (info[at] === ':') return at;
    if (info[at] === '[') at = (markerAt(info, at)?.end ?? at + 1) - 1;
  }
  return -1;
}

/**
 * Index of the `@` before the host; -1 where a URL names nobody. Passwords may hold `/`, `#`, `?` and `@` unescaped: a
 * slash belongs to one when a name and no port stands before it, and of two `@` nobody can say which one the host
 * follows, so the last one ends the password.
 */
function userInfoEnd(text: string, from: number, final: boolean): number | typeof NEED_MORE {
  const limit = Math.min(text.length, from + MAX_USER_INFO);
  let lastAt = -1;
  let colon = -1;
  let isPassword = false;
  for (let end = from; end < limit; end += 1) {
    const code = text.charCodeAt(end);
    if (code >= 128 || kinds[code] === ORDINARY) continue;
    const kind = kinds[code];
    if (kind === END) return lastAt;
    if (kind === BRACE && !isReference(text, end)) return lastAt;
    if (kind === OPENING) {
      if (!final && text.length - end < MAX_MARKER_LENGTH) return NEED_MORE;
      end = (markerAt(text, end)?.end ?? end + 1) - 1;
    }
    if (kind === AT && (lastAt === -1 || text[end - 1] !== '/')) lastAt = end;
    if (kind === COLON && colon === -1) colon = end;
    if (kind !== SLASH || isPassword) continue;
    isPassword = colon !== -1 && end > colon + 1 && (lastAt === -1 ? !isPort(text, colon + 1, end) : lastAt > colon);
    if (!isPassword || (lastAt !== -1 && text[end] !== '/')) return lastAt;
  }
  return limit === text.length && !final ? NEED_MORE : lastAt;
}

const ORDINARY = 0;
const END = 1;
const AT = 2;
const COLON = 3;
const SLASH = 4;
const BRACE = 5;
const OPENING = 6;
const kinds = new Uint8Array(128);
for (const character of ' \t\r\n\v\f"\'`<>\\,;()|') kinds[character.charCodeAt(0)] = END;
for (const character of '/?#') kinds[character.charCodeAt(0)] = SLASH;
for (const character of '{}') kinds[character.charCodeAt(0)] = BRACE;
kinds['['.charCodeAt(0)] = OPENING;
kinds['@'.charCodeAt(0)] = AT;
kinds[':'.charCodeAt(0)] = COLON;

const isPort = (text: string, from: number, to: number) => to - from <= 5 && /^\d*$/.test(text.slice(from, to));
/** `${PASSWORD}` within a URL. */
const isReference = (text: string, at: number) => (text[at] === '{' ? text[at - 1] === '$' : /\w/.test(text[at - 1]!));
