import type { FileHandle } from 'node:fs/promises';
import type { Actor } from '#server/auth/actor.ts';
import { requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { inTransaction, type Tx } from '#server/db/transaction.ts';
import { ValidationError } from '#server/errors.ts';
import { checkedMediaType } from './checked-media-type.ts';
import { spoolUpload, type SpooledUpload } from './spool-upload.ts';

/** Size of the rows that hold an upload, in bytes: what reading it back holds in memory. */
export const BLOB_CHUNK_BYTES = 1024 * 1024;
/** Encodings of web forms, which wrap the content. This takes the content itself. */
const FORM_TYPES = new Set(['multipart/form-data', 'application/x-www-form-urlencoded']);

export interface StoredUpload {
  /** Names the bytes in attachArtifact; the id of a blob. */
  readonly uploadId: string;
  /** In hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Stores the bytes of a stream, once for each organisation and content: uploading the same again answers with the first
 * upload. Nothing of an upload that breaks off is kept. `contentType` is the request's own.
 *
 * Throws PayloadTooLargeError past MAX_UPLOAD_BYTES, ValidationError for the body of a web form, whatever the stream throws.
 */
export async function storeUpload(
  ctx: CommandContext,
  actor: Actor,
  stream: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<StoredUpload> {
  requireScope(actor, 'work.write');
  const [essence = ''] = checkedMediaType('content-type', contentType).toLowerCase().split(/[;\s]/);
  if (FORM_TYPES.has(essence))
    throw new ValidationError('content-type', 'is a form; send the bytes themselves as the body');
  await using upload = await spoolUpload(stream);
  const { sha256, sizeBytes } = upload;
  const uploadId = await inTransaction(ctx, (tx) => storeOnce(ctx, tx, actor, upload));
  return { uploadId, sha256, sizeBytes };
}

async function storeOnce(
  ctx: CommandContext,
  tx: Tx,
  { organisationId }: Actor,
  upload: SpooledUpload,
): Promise<string> {
  const { sha256, sizeBytes } = upload;
  // Two who upload the same at once: the second waits here and then finds the first one's.
  await tx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`${organisationId}:${sha256}`}, 1))`;
  const earlier = await tx.db.blob.findUnique({ where: { organisationId_sha256: { organisationId, sha256 } } });
  if (earlier !== null) return earlier.id;
  const blobId = ctx.ids.next('blb');
  await tx.db.blob.create({ data: { id: blobId, organisationId, sha256, sizeBytes, createdAt: tx.now } });
  for (let position = 0; position * BLOB_CHUNK_BYTES < sizeBytes; position++) {
    const start = position * BLOB_CHUNK_BYTES;
    const bytes = await readExactly(upload.file, start, Math.min(BLOB_CHUNK_BYTES, sizeBytes - start));
    await tx.db.blobChunk.create({ data: { blobId, position, bytes } });
  }
  return blobId;
}

async function readExactly(file: FileHandle, start: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  for (let filled = 0; filled < length;) {
    const { bytesRead } = await file.read(bytes, filled, length - filled, start + filled);
    if (bytesRead === 0) throw new Error('The spooled upload became shorter than what was written.');
    filled += bytesRead;
  }
  return bytes;
}
