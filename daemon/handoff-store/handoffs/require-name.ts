import { NAME } from '../records/manifest.ts';
import type { HandoffStore } from '../store.ts';
import { invalidInput } from '../store-error.ts';

/** Refuses what cannot be the name of a document: INVALID_INPUT. A name is for people; it is no path and no identity. */
export function requireName(store: HandoffStore, name: string): void {
  if (!NAME.test(name)) {
    throw invalidInput(
      'name must be 1 to 128 of the characters A-Z a-z 0-9 _ . - and not begin with a dot.',
      'Use a name such as 2026-11-29-rotate-keys.md.',
    );
  }
  if (store.redact(name).count > 0) {
    throw invalidInput('name looks like a secret.', 'Name the document after what it is about.');
  }
}
