import { createHash } from 'node:crypto';
import { canonicalJson } from '#schema/documents/handoff-package/canonical-json.ts';

/** SHA-256, in hex, of a command's name and input: equal for equal input, whatever the order of its keys. */
export function fingerprint(command: string, input: unknown): string {
  const bytes = canonicalJson({ command, input: JSON.parse(JSON.stringify(input)) as unknown });
  return createHash('sha256').update(bytes).digest('hex');
}
