import { ValidationError } from '#server/errors.ts';

/** Longest accepted path, in bytes of UTF-8: what Linux takes as one path. */
export const MAX_PATH_BYTES = 4096;

/**
 * A repository-relative POSIX path, in NFC, so that the same file reported by two systems is one path. Any name that a
 * file system allows passes as it is. Throws ValidationError for `field` when the path is absolute, has an empty, `.` or
 * `..` segment, a NUL, half a surrogate pair, or is too long.
 */
export function workspacePath(field: string, path: string): string {
  const refuse = (problem: string) => new ValidationError(field, problem);
  if (path === '') throw refuse('must not be empty');
  if (path.length > MAX_PATH_BYTES) throw refuse(`is over the limit of ${MAX_PATH_BYTES} bytes`);
  if (!path.isWellFormed()) throw refuse('holds half of a surrogate pair; send well-formed Unicode');
  if (path.includes('\0')) throw refuse('holds a NUL character, which no file name has');
  if (path.startsWith('/')) throw refuse('must be relative to the repository, without a leading "/"');
  const normalised = path.normalize('NFC');
  if (Buffer.byteLength(normalised) > MAX_PATH_BYTES) throw refuse(`is over the limit of ${MAX_PATH_BYTES} bytes`);
  for (const segment of normalised.split('/')) {
    if (segment === '') throw refuse('has an empty segment: two "/" in a row, or one at the end');
    if (segment === '.' || segment === '..') throw refuse(`has a segment "${segment}"; name the file directly`);
  }
  return normalised;
}
