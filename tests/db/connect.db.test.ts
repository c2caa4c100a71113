import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { connect } from '#server/db/connect.ts';
import { createLogger } from '#server/logger.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';

const log = createLogger({ logLevel: 'silent' });
const to = (databaseUrl: string) => connect({ databaseUrl, dataDir: '/nowhere' }, log);

describe('connect to a database of the user’s own', () => {
  let own: TestDatabase;
  beforeAll(async () => {
    own = await createTestDatabase();
  });
  afterAll(() => own[Symbol.asyncDispose]());

  it('answers through Prisma and through the pool', async () => {
    await using database = await to(own.url);
    expect(await database.prisma.organisation.count()).toBe(0);
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  it('says that nothing answers, where, and never the password', async () => {
    const refusal: unknown = await to('postgresql://me:hunter2@127.0.0.1:1/kernel').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'StartupError', code: 'DATABASE_UNREACHABLE' });
    expect(String(refusal)).toContain('127.0.0.1:1/kernel does not answer');
    expect(String(refusal)).not.toContain('hunter2');
  });

  it('says that there is no such database', async () => {
    const url = new URL(inject('clusterUrl'));
    url.pathname = '/missing';
    await expect(to(url.href)).rejects.toMatchObject({ code: 'DATABASE_MISSING' });
  });

  it('says that the user is refused', async () => {
    const url = new URL(inject('clusterUrl'));
    url.username = 'stranger';
    await expect(to(url.href)).rejects.toMatchObject({ code: 'DATABASE_REFUSED' });
  });

  it('refuses a PostgreSQL that is too old, by its version', async () => {
    await using old = await listenAsPostgres(140_011);
    await expect(to(old.url)).rejects.toMatchObject({
      code: 'DATABASE_TOO_OLD',
      message: expect.stringContaining('is PostgreSQL 14; Kernel needs 15 or newer') as string,
    });
  });
});

/** Speaks just enough of PostgreSQL's protocol to state its version. */
async function listenAsPostgres(version: number): Promise<AsyncDisposable & { url: string }> {
  const message = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts);
    const head = Buffer.alloc(5);
    head.write(type, 'latin1');
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
  const int32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };
  const column = (name: string, type: number) =>
    Buffer.concat([Buffer.from(`${name}\0`), int32(0), int16(0), int32(type), int16(-1), int32(-1), int16(0)]);
  const field = (value: string) => Buffer.concat([int32(value.length), Buffer.from(value)]);
  const idle = message('Z', Buffer.from('I'));
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', int32(0)), idle]));
      socket.on('data', (request) => {
        if (request[0] !== 'Q'.charCodeAt(0)) return;
        const shape = message('T', int16(2), column('version', 23), column('encoding', 25));
        const row = message('D', int16(2), field(String(version)), field('UTF8'));
        socket.write(Buffer.concat([shape, row, message('C', Buffer.from('SELECT 1\0')), idle]));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: `postgresql://me@127.0.0.1:${address.port}/kernel`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
