import { canonicalJson } from './canonical-json.ts';
import { CanonicalJsonError } from './canonical-json-error.ts';
import { packageHash } from './package-hash.ts';
import { handoffPackageV1, type HandoffPackageV1 } from './v1.ts';

/** What a file that claims to be a package turned out to be. */
export type PackageVerification =
  | {
      readonly ok: true;
      readonly document: HandoffPackageV1;
      readonly hash: string;
      /** The hash it was compared with, from the caller or from the file itself; null when neither names one. */
      readonly expectedHash: string | null;
      /** False when the file carries another document than the one that was hashed; null without an expected hash. */
      readonly matches: boolean | null;
      /** Whether the document's text is its canonical JSON, byte for byte. Not so after pretty-printing, say. */
      readonly isCanonical: boolean;
    }
  | { readonly ok: false; readonly problems: readonly PackageProblem[] };

/** One reason why a file is no package of version 1. */
export interface PackageProblem {
  readonly path: string;
  readonly message: string;
}

/**
 * Checks a package without a server: reads `text` (a document, or `{"document": …, "hash": …}` as the command line
 * prints it, the document as JSON or as a string of JSON), checks its shape and recomputes its hash. Never throws for
 * bad input: what is wrong comes back as problems with their paths.
 */
export function verifyPackageDocument(text: string, expectedHash?: string): PackageVerification {
  const outer = readJson(text);
  if ('problem' in outer) return { ok: false, problems: [outer.problem] };
  const envelope = openEnvelope(outer.value);
  const inner = typeof envelope.document === 'string' ? readJson(envelope.document) : { value: envelope.document };
  if ('problem' in inner) return { ok: false, problems: [inner.problem] };

  const parsed = handoffPackageV1.safeParse(inner.value);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => ({ path: pathOf(issue.path), message: issue.message }));
    return { ok: false, problems };
  }
  try {
    const hash = packageHash(parsed.data);
    const expected = expectedHash ?? envelope.hash;
    const matches = expected === null ? null : expected.toLowerCase() === hash;
    const documentText = typeof envelope.document === 'string' ? envelope.document : text.trim();
    const isCanonical = documentText === canonicalJson(outer.value) || documentText === canonicalJson(parsed.data);
    return { ok: true, document: parsed.data, hash, expectedHash: expected, matches, isCanonical };
  } catch (error) {
    if (!(error instanceof CanonicalJsonError)) throw error;
    return { ok: false, problems: [{ path: error.path, message: error.reason }] };
  }
}

function readJson(text: string): { value: unknown } | { problem: PackageProblem } {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return { value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { problem: { path: '$', message: `This is not JSON: ${error.message}` } };
  }
}

/** Takes the document out of what the command line prints; anything else is taken for the document itself. */
function openEnvelope(value: unknown): { document: unknown; hash: string | null } {
  if (typeof value !== 'object' || value === null || !('document' in value)) return { document: value, hash: null };
  const hash = 'hash' in value && typeof value.hash === 'string' ? value.hash : null;
  return { document: value.document, hash };
}

function pathOf(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((path, key) => path + (typeof key === 'number' ? `[${key}]` : `.${String(key)}`), '$');
}
