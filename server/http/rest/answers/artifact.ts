import { z } from 'zod';
import type { App } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord } from '#server/auth/authorize.ts';
import { actor, asMoment, moment } from './fields.ts';

export const artifactAnswer = z
  .strictObject({
    id: z.string(),
    work_item_id: z.string(),
    session_id: z.string().nullable(),
    type: z.string(),
    title: z.string(),
    version: z.int().describe('Counts the artifacts of this title from 1.'),
    is_latest: z.boolean(),
    uri: z.string().nullable().describe('Where it lies elsewhere; null for an upload.'),
    sha256: z.string().nullable().describe('Of an upload’s bytes, in hex.'),
    size_bytes: z.int().nullable(),
    content_type: z.string().nullable(),
    attached_at: moment,
    attached_by: actor,
  })
  .meta({ id: 'Artifact', description: 'One version of a titled thing that exists.' });

/** An artifact that exists, as answers show it. */
export async function readArtifact(
  { prisma }: App,
  reader: Actor,
  id: string,
): Promise<z.output<typeof artifactAnswer>> {
  const row = await prisma.artifact.findFirstOrThrow({ where: { id, ...reachRecord(reader) } });
  return {
    id: row.id,
    work_item_id: row.workItemId,
    session_id: row.agentSessionId,
    type: row.type,
    title: row.title,
    version: row.version,
    is_latest: row.isLatest,
    uri: row.uri,
    sha256: row.sha256,
    size_bytes: row.sizeBytes,
    content_type: row.contentType,
    attached_at: asMoment(row.attachedAt),
    attached_by: actor.parse(row.attachedBy),
  };
}
