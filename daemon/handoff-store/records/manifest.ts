import { z } from 'zod';
import { isUuid } from '../ref.ts';

const uuid = z.string().refine(isUuid);
const MAX_SOURCE_PATH_BYTES = 512;

/** Name of a document for people: what a file may be called anywhere, and nothing that hides. */
export const NAME = /^(?!\.)[A-Za-z0-9_.-]{1,128}$/;

const sourcePath = z
  .string()
  .refine((path) => Buffer.byteLength(path) <= MAX_SOURCE_PATH_BYTES)
  .refine((path) => path !== '' && !path.startsWith('/') && !path.split(/[/\\]/).includes('..'));

/** What stands beside every document: exactly these keys, so that a bundle made elsewhere is read here and back. */
export const manifestV1 = z
  .strictObject({
    schema_version: z.literal(1),
    handoff_id: uuid,
    name: z.string().regex(NAME),
    created_at: z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    origin: z.strictObject({
      project_id: uuid,
      handoff_id: uuid,
      kind: z.enum(['create', 'legacy']),
      source_path: z.exactOptional(sourcePath),
    }),
  })
  .refine((manifest) => manifest.origin.handoff_id === manifest.handoff_id);

export type ManifestV1 = z.infer<typeof manifestV1>;

export const DOCUMENT_FILE = 'document.md';
export const MANIFEST_FILE = 'manifest.json';

/** The one text of a manifest: keys in the order above, two spaces, a line end. */
export function manifestText({ schema_version, handoff_id, name, created_at, sha256, origin }: ManifestV1): string {
  const { project_id, handoff_id: originId, kind, source_path } = origin;
  const ordered = {
    schema_version,
    handoff_id,
    name,
    created_at,
    sha256,
    origin: { project_id, handoff_id: originId, kind, ...(source_path === undefined ? {} : { source_path }) },
  };
  return `${JSON.stringify(ordered, null, 2)}\n`;
}

/** A moment as manifests write it: UTC, whole seconds. */
export const manifestMoment = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`;
