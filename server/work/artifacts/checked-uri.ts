import { markerOf } from '#schema/documents/redaction/marker.ts';
import { ValidationError } from '#server/errors.ts';
import { checkedText } from '#server/text-limits.ts';

/** Schemes whose URI is itself a program or the content: a click would run it, and nothing would be elsewhere. */
const REFUSED_SCHEMES = new Set(['javascript:', 'vbscript:', 'data:']);
/** White space, control and invisible formatting characters: parsers drop them, so two readers would see two URIs. */
const UNSEEN_CHARACTERS = /[\s\p{C}]/u;
const NO_CREDENTIAL = 'must not carry a user name or password';
/** A scheme of two or more characters; one letter is a Windows drive. */
const SCHEME_PATTERN = /^[A-Za-z][A-Za-z0-9+.-]+:/;

/**
 * Checks that the text is an absolute URI that only points somewhere, and returns it unchanged. A user name alone is let
 * through outside the web, where it says how to connect (ssh://git@host/…); a password never is.
 */
export function checkedUri(field: string, value: string): string {
  const text = checkedText(field, value, 'uri');
  if (UNSEEN_CHARACTERS.test(text))
    throw new ValidationError(field, 'holds white space or an invisible character; encode it');
  if (text.includes(markerOf('url-password'))) throw new ValidationError(field, NO_CREDENTIAL);
  if (!SCHEME_PATTERN.test(text) || !URL.canParse(text)) {
    throw new ValidationError(field, 'must be an absolute URI with a scheme, such as https://example.org/report');
  }
  const { protocol, username, password } = new URL(text);
  if (REFUSED_SCHEMES.has(protocol)) throw new ValidationError(field, `must not have the scheme ${protocol}`);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  if (password !== '' || (isWeb && username !== '')) {
    throw new ValidationError(field, NO_CREDENTIAL);
  }
  return text;
}
