import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshKey, seedForeigner, seedSession, seedWorkItem, withScopes } from '#tests/support/scenes/seed-work.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test[Symbol.asyncDispose]());

interface Said {
  type?: string;
  title?: string;
  uri?: string | null;
  uploadId?: string | null;
  contentType?: string;
}

const attach = (id: string, said: Said = {}, actor = test.owner, idempotencyKey = freshKey()) =>
  test.app.services.work.attachArtifact(actor, {
    workItem: { id },
    type: 'report',
    title: 'Test report',
    ...(said.uploadId === undefined ? { uri: 'https://example.org/report' } : {}),
    ...said,
    idempotencyKey,
  });

const upload = (text: string, actor = test.owner) =>
  test.app.services.work.storeUpload(actor, oneChunk(text), 'text/plain');

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}

const versionsOf = (workItemId: string, title = 'Test report') =>
  test.app.prisma.artifact.findMany({ where: { workItemId, title }, orderBy: { version: 'asc' } });

describe('attaching an artifact', () => {
  it('keeps a URI as it came, with who attached it, and an event', async () => {
    const { id } = await seedWorkItem(test);
    const session = await seedSession(test, id);
    const { artifactId } = await attach(id, { uri: 'https://example.org/größe?x=1' }, session);
    const [row] = await versionsOf(id);
    const content = { uri: 'https://example.org/größe?x=1', blobId: null, sha256: null, sizeBytes: null };
    expect(row).toMatchObject({
      id: artifactId,
      version: 1,
      isLatest: true,
      agentSessionId: session.sessionId,
      ...content,
    });
    const event = await test.app.prisma.event.findFirstOrThrow({
      where: { workItemId: id, type: 'artifact.attached' },
    });
    expect(event.data).toEqual({ artifactId, version: 1 });
  });

  it('makes the next version of a title that is there, and only the newest is the latest', async () => {
    const { id } = await seedWorkItem(test);
    for (const uri of ['urn:x:1', 'urn:x:2', 'urn:x:3']) await attach(id, { uri });
    await attach(id, { title: 'test report' });
    expect((await versionsOf(id)).map(({ version, isLatest, uri }) => [version, isLatest, uri])).toEqual([
      [1, false, 'urn:x:1'],
      [2, false, 'urn:x:2'],
      [3, true, 'urn:x:3'],
    ]);
    expect(await versionsOf(id, 'test report')).toMatchObject([{ version: 1, isLatest: true }]);
  });

  it('gives each of many who attach at once a version of its own, without gaps, and one latest', async () => {
    const { id } = await seedWorkItem(test);
    await Promise.all(Array.from({ length: 10 }, () => attach(id)));
    const rows = await versionsOf(id);
    expect(rows.map(({ version }) => version)).toEqual(Array.from({ length: 10 }, (_, i) => i + 1));
    expect(rows.filter(({ isLatest }) => isLatest).map(({ version }) => version)).toEqual([10]);
  });

  it('counts the versions of each work item apart', async () => {
    const [one, two] = [await seedWorkItem(test), await seedWorkItem(test)];
    await attach(one.id);
    await attach(two.id);
    expect(await versionsOf(two.id)).toMatchObject([{ version: 1 }]);
  });

  it('makes one version of one request, however often it comes', async () => {
    const { id } = await seedWorkItem(test);
    const key = freshKey();
    const first = await attach(id, {}, test.owner, key);
    expect(await attach(id, {}, test.owner, key)).toEqual(first);
    expect(await versionsOf(id)).toHaveLength(1);
  });

  it('takes hash and size of an upload from what was received', async () => {
    const { id } = await seedWorkItem(test);
    const { uploadId, sha256, sizeBytes } = await upload('abc');
    await attach(id, { uploadId, contentType: 'text/plain; charset=utf-8' });
    expect(await versionsOf(id)).toMatchObject([
      { blobId: uploadId, uri: null, sha256, sizeBytes, contentType: 'text/plain; charset=utf-8' },
    ]);
  });

  it.each<[string, Said, string]>([
    ['both ways at once', { uri: 'urn:x:y', uploadId: 'blb_1' }, 'give exactly one of uri and uploadId'],
    ['neither way', { uri: null, uploadId: null }, 'give exactly one of uri and uploadId'],
    ['a program for a URI', { uri: 'javascript:alert(1)' }, 'uri: must not have the scheme javascript:'],
    ['a password in the URI', { uri: 'https://u:p@example.org' }, 'uri: must not carry a user name or password'],
    ['a title over its limit', { title: 'x'.repeat(501) }, 'title: is 501 characters long; the limit is 500'],
    ['a type over its limit', { type: 'x'.repeat(65) }, 'type: is 65 characters long; the limit is 64'],
    [
      'a URI of 10 MB',
      { uri: `urn:x:${'y'.repeat(10_000_000)}` },
      'uri: is 10000006 characters long; the limit is 4000',
    ],
    ['what is no media type', { contentType: 'text' }, 'contentType: must be a media type'],
    ['a media type with a line break', { contentType: 'text/plain\r\nx: y' }, 'contentType: must be a media type'],
  ])('refuses %s', async (_what, said, message) => {
    const { id } = await seedWorkItem(test);
    await expect(attach(id, said)).rejects.toThrow(message);
    expect(await test.app.prisma.artifact.count({ where: { workItemId: id } })).toBe(0);
  });

  it('takes a title of the longest text there is', async () => {
    const { id } = await seedWorkItem(test);
    await expect(attach(id, { title: '漢'.repeat(500) })).resolves.toHaveProperty('artifactId');
  });

  it('knows no upload and no work item of another organisation', async () => {
    const { id } = await seedWorkItem(test);
    const foreigner = await seedForeigner(test);
    const { uploadId } = await upload('theirs', foreigner);
    await expect(attach(id, { uploadId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(attach(id, { uploadId: 'blb_\0' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(attach(id, {}, foreigner)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the content of an artifact', () => {
  const readAll = async (artifactId: string, actor = test.owner): Promise<Buffer> => {
    const { chunks } = await test.app.services.work.readArtifactContent(actor, artifactId);
    const parts: Uint8Array[] = [];
    for await (const chunk of chunks) parts.push(chunk);
    return Buffer.concat(parts);
  };

  it('comes back byte for byte, to the session of the work item too', async () => {
    const { id } = await seedWorkItem(test);
    const { uploadId } = await upload('héllo\0');
    const { artifactId } = await attach(id, { uploadId });
    expect((await readAll(artifactId)).toString()).toBe('héllo\0');
    expect((await readAll(artifactId, await seedSession(test, id))).toString()).toBe('héllo\0');
  });

  it('is not given out of reach, without work.read, or for what lies elsewhere', async () => {
    const { id } = await seedWorkItem(test);
    const { uploadId } = await upload('mine');
    const { artifactId } = await attach(id, { uploadId });
    const { artifactId: elsewhere } = await attach(id, { title: 'Elsewhere' });
    const other = await seedSession(test, (await seedWorkItem(test)).id);
    for (const actor of [await seedForeigner(test), other]) {
      await expect(readAll(artifactId, actor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
    await expect(readAll(artifactId, withScopes(test.owner, 'work.write'))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await expect(readAll(elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(readAll('art_\0')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
