import { isIP } from 'node:net';
import { ValidationError } from '#server/errors.ts';
import { checkedText } from '#server/text-limits.ts';
import type { OutboundPolicy } from './outbound-policy.ts';

/**
 * The URL of a receiver, in its normal form. Throws ValidationError for what is no URL, is not https (unless the operator
 * allows http), carries a user or password, or names an address that is not allowed. A name is judged when it is
 * connected to, each time, since what it leads to may change.
 */
export function checkedUrl(policy: OutboundPolicy, field: string, text: string): string {
  checkedText(field, text, 'uri');
  if (!URL.canParse(text)) throw new ValidationError(field, 'must be a URL such as https://example.com/hooks/kernel');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new ValidationError(field, 'must begin with https://');
  if (url.protocol === 'http:' && !policy.allowHttp) {
    throw new ValidationError(field, 'must begin with https://: this server sends nothing without encryption');
  }
  if (url.username !== '' || url.password !== '') {
    throw new ValidationError(field, 'must not carry a user or password; the signature says who sends');
  }
  const host = bareHost(url);
  if (isIP(host) !== 0 && !policy.isAllowed(host)) {
    throw new ValidationError(field, 'names an address that is not of the public internet; the operator can allow it');
  }
  url.hash = '';
  return url.href;
}

/** The host of a URL as connections take it: an IPv6 address without its brackets. */
export const bareHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');
