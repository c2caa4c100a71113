import { sha256Hex } from '../text/sha256-hex.ts';
import { canonicalJson } from './canonical-json.ts';
import type { HandoffPackageV1 } from './v1.ts';

/**
 * The hash two people compare to know that they hold the same package: SHA-256, as 64 lower-case hex digits, of the
 * canonical JSON of `document` without `generated_at`. Throws CanonicalJsonError for text that is not well-formed.
 */
export function packageHash(document: HandoffPackageV1): string {
  const { generated_at: _, ...hashed } = document;
  return sha256Hex(canonicalJson(hashed));
}
