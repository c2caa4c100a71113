import { ValidationError } from '#server/errors.ts';

/** Longest accepted media type with its parameters, in characters. */
const MAX_LENGTH = 200;
const MEDIA_TYPE_PATTERN =
  /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;\s*[\w!#$&^.+-]+=(?:[\w!#$&^.+-]+|"[\x20\x21\x23-\x5b\x5d-\x7e]*"))*$/;

/** Checks that the text is a media type such as `text/plain; charset=utf-8`, and returns it unchanged. */
export function checkedMediaType(field: string, value: string): string {
  if (value.length > MAX_LENGTH || !MEDIA_TYPE_PATTERN.test(value)) {
    throw new ValidationError(field, `must be a media type of at most ${MAX_LENGTH} characters, such as text/plain`);
  }
  return value;
}
