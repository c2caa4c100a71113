import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_UPLOAD_BYTES } from '#server/work/artifacts/spool-upload.ts';
import { BLOB_CHUNK_BYTES } from '#server/work/artifacts/store-upload.ts';
import { seedForeigner, withScopes } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;
let spoolFolder: string;

beforeAll(async () => {
  test = await createTestApp();
  spoolFolder = await mkdtemp(join(tmpdir(), 'kernel-spool-'));
});
beforeEach(() => vi.stubEnv('TMPDIR', spoolFolder));
afterEach(async () => {
  vi.unstubAllEnvs();
  expect(await readdir(spoolFolder)).toEqual([]);
});
afterAll(async () => {
  await rm(spoolFolder, { recursive: true });
  await test[Symbol.asyncDispose]();
});

async function* stream(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

const store = (chunks: AsyncIterable<Uint8Array>, actor = test.owner, contentType = 'application/octet-stream') =>
  test.app.services.work.storeUpload(actor, chunks, contentType);

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const chunksOf = (blobId: string) =>
  test.app.prisma.blobChunk.findMany({ where: { blobId }, orderBy: { position: 'asc' } });

describe('an upload', () => {
  it.each([0, 1, BLOB_CHUNK_BYTES - 1, BLOB_CHUNK_BYTES, BLOB_CHUNK_BYTES + 1, 3 * BLOB_CHUNK_BYTES + 17])(
    'of %i bytes is stored in order, in rows of a mebibyte, under its hash',
    async (size) => {
      const bytes = randomBytes(size);
      const middle = Math.floor(size / 3);
      const stored = await store(stream(bytes.subarray(0, middle), bytes.subarray(middle)));
      expect(stored).toMatchObject({ sha256: sha256(bytes), sizeBytes: size });
      const rows = await chunksOf(stored.uploadId);
      expect(rows).toHaveLength(Math.ceil(size / BLOB_CHUNK_BYTES));
      expect(Buffer.concat(rows.map((row) => row.bytes)).equals(bytes)).toBe(true);
    },
  );

  it('is stored once for the same content, also when it comes several times at once', async () => {
    const bytes = randomBytes(2 * BLOB_CHUNK_BYTES);
    const stored = await Promise.all(Array.from({ length: 5 }, () => store(stream(bytes))));
    expect(new Set(stored.map(({ uploadId }) => uploadId)).size).toBe(1);
    expect(await test.app.prisma.blob.count({ where: { sha256: sha256(bytes) } })).toBe(1);
  });

  it('is not shared with another organisation', async () => {
    const bytes = randomBytes(10);
    const mine = await store(stream(bytes));
    const theirs = await store(stream(bytes), await seedForeigner(test));
    expect(theirs.sha256).toBe(mine.sha256);
    expect(theirs.uploadId).not.toBe(mine.uploadId);
  });

  it('may be exactly as large as the limit', async () => {
    const bytes = Buffer.alloc(MAX_UPLOAD_BYTES, 7);
    expect(await store(stream(bytes))).toMatchObject({ sizeBytes: MAX_UPLOAD_BYTES, sha256: sha256(bytes) });
  });

  it('is refused with the first byte over the limit, and the rest is not read', async () => {
    const blobs = await test.app.prisma.blob.count();
    let asked = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        asked++;
        yield await Promise.resolve(Buffer.alloc(1024 * 1024));
      }
    }
    await expect(store(endless())).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE', limitBytes: MAX_UPLOAD_BYTES });
    expect(asked).toBe(26);
    expect(await test.app.prisma.blob.count()).toBe(blobs);
  });

  it('that breaks off leaves nothing', async () => {
    const blobs = await test.app.prisma.blob.count();
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(randomBytes(1000));
      throw new Error('aborted');
    }
    await expect(store(breaking())).rejects.toThrow('aborted');
    expect(await test.app.prisma.blob.count()).toBe(blobs);
  });

  it('has no name in the temporary folder even while it arrives', async () => {
    const seen: string[][] = [];
    async function* watching(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('one');
      seen.push(await readdir(spoolFolder));
      yield Buffer.from('two');
    }
    await store(watching());
    expect(seen).toEqual([[]]);
  });

  it('is not the body of a web form, and needs work.write', async () => {
    const form = 'multipart/form-data; boundary=x';
    await expect(store(stream(), test.owner, form)).rejects.toThrow('content-type: is a form');
    await expect(store(stream(), test.owner, 'nonsense')).rejects.toThrow('content-type: must be a media type');
    await expect(store(stream(), withScopes(test.owner, 'work.read'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});
