import { handoffPackageV1, type HandoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';

/** The document that a stored package's text holds. Throws when it is not of version 1, which no reader here knows. */
export const readPackageDocument = (text: string): HandoffPackageV1 => handoffPackageV1.parse(JSON.parse(text));
