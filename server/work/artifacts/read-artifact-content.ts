import type { Actor } from '#server/auth/actor.ts';
import { reachRecord, requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { NotFoundError } from '#server/errors.ts';
import { isRowId, shortRef } from '../row-id.ts';

export interface ArtifactContent {
  readonly title: string;
  readonly contentType: string | null;
  /** In hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** The bytes in order, at most BLOB_CHUNK_BYTES at a time, each read when it is asked for. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * The bytes of an uploaded artifact. Blobs are never changed, so chunks read one after the other belong together. Throws
 * NotFoundError for an artifact out of reach, and for one that lies elsewhere.
 */
export async function readArtifactContent(
  ctx: CommandContext,
  actor: Actor,
  artifactId: string,
): Promise<ArtifactContent> {
  requireScope(actor, 'work.read');
  const where = { id: artifactId, ...reachRecord(actor), blobId: { not: null } };
  const select = { title: true, contentType: true, blob: { select: { id: true, sha256: true, sizeBytes: true } } };
  const artifact = isRowId('art', artifactId) ? await ctx.prisma.artifact.findFirst({ where, select }) : null;
  const blob = artifact?.blob ?? null;
  if (artifact === null || blob === null) throw new NotFoundError('uploaded artifact', shortRef(artifactId));
  const { title, contentType } = artifact;
  return { title, contentType, sha256: blob.sha256, sizeBytes: blob.sizeBytes, chunks: chunksOf(ctx, blob.id) };
}

async function* chunksOf(ctx: CommandContext, blobId: string): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position++) {
    const chunk = await ctx.prisma.blobChunk.findUnique({ where: { blobId_position: { blobId, position } } });
    if (chunk === null) return;
    yield chunk.bytes;
  }
}
