import { CanonicalJsonError } from '#schema/documents/handoff-package/canonical-json-error.ts';
import { canonicalJson } from '#schema/documents/handoff-package/canonical-json.ts';

/** The document of a file, as JSON text, and the hash the file claims for it, if it does. */
export interface PackageFile {
  readonly document: string;
  readonly expectedHash: string | undefined;
}

/**
 * Takes the document out of what `kernel handoff show --json` prints; any other text is taken for a document itself.
 * Inside that answer the document stands as it was stored: when its canonical form is found there, byte for byte, that
 * is what is verified, and so a document that carries a key twice is not mistaken for the one that was hashed.
 */
export function openPackageFile(text: string): PackageFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { document: text, expectedHash: undefined };
  }
  const envelope = envelopeOf(value);
  if (envelope === undefined) return { document: text, expectedHash: undefined };
  const hash = typeof envelope.hash === 'string' ? envelope.hash : undefined;
  const canonical = canonicalOf(envelope.document);
  const isVerbatim = canonical !== undefined && text.includes(canonical);
  return { document: isVerbatim ? canonical : JSON.stringify(envelope.document, null, 2), expectedHash: hash };
}

/** Undefined for what has no canonical form, such as half a surrogate pair; the verification then says why. */
function canonicalOf(document: unknown): string | undefined {
  try {
    return canonicalJson(document);
  } catch (error) {
    if (error instanceof CanonicalJsonError) return undefined;
    throw error;
  }
}

function envelopeOf(value: unknown): { document: unknown; hash?: unknown } | undefined {
  const inner = typeof value === 'object' && value !== null && 'package' in value ? value.package : value;
  return typeof inner === 'object' && inner !== null && 'document' in inner ? inner : undefined;
}
