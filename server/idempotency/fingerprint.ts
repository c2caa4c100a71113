import { createHash } from 'node:crypto';
import { canonicalJson } from '#schema/documents/handoff-package/canonical-json.ts';
import { CanonicalJsonError } from '#schema/documents/handoff-package/canonical-json-error.ts';
import { ValidationError } from '#server/errors.ts';

/** Where the input's fields lie in what is hashed. */
const INPUT_PATH = '$.input.';

/**
 * SHA-256, in hex, of a command's name and input: equal for equal input, whatever the order of its keys. Throws
 * ValidationError naming the field that holds half of a surrogate pair, which has no bytes to hash.
 */
export function fingerprint(command: string, input: unknown): string {
  try {
    const bytes = canonicalJson({ command, input: JSON.parse(JSON.stringify(input)) as unknown });
    return createHash('sha256').update(bytes).digest('hex');
  } catch (error) {
    if (!(error instanceof CanonicalJsonError)) throw error;
    const field = error.path.startsWith(INPUT_PATH) ? error.path.slice(INPUT_PATH.length) : error.path;
    throw new ValidationError(field, 'holds half of a surrogate pair; send well-formed Unicode');
  }
}
