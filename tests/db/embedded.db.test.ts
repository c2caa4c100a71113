import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { type EmbeddedPostgres, startEmbedded } from '#server/db/embedded.ts';
import { readPostmaster } from '#server/db/embedded/postmaster-pid.ts';
import { stopPostmaster } from '#server/db/embedded/postmaster.ts';
import { SYSTEM_DIR } from '#server/db/embedded/system-dir.ts';

const asRoot = process.getuid?.() === 0 && process.platform === 'linux';
if (!asRoot) process.stderr.write('Skipped: two tests of the private PostgreSQL of root, who is not running them.\n');

describe('the private PostgreSQL', () => {
  let root: string;
  let dataDir: string;

  let made: string;

  beforeAll(async () => {
    made = mkdtempSync('/tmp/kernel-embedded-');
    chmodSync(made, 0o711);
    await (await startEmbedded({ dataDir: made, durable: false })).stop();
  });
  afterAll(() => rmSync(made, { recursive: true }));
  beforeEach(() => {
    root = mkdtempSync('/tmp/kernel-embedded-');
    chmodSync(root, 0o711);
    dataDir = join(root, 'data');
  });
  afterEach(async () => {
    await stopPostmaster(join(dataDir, 'pgdata'));
    rmSync(root, { recursive: true });
  });

  const start = () => startEmbedded({ dataDir, durable: false });
  /** Lays out a data folder as a server left it; copying one is faster than making one. */
  const layOut = () => execFileSync('cp', ['-a', made, dataDir]);

  it('keeps its data from one start to the next, and is gone after each', async () => {
    const first = await start();
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    expect(readPostmaster(join(dataDir, 'pgdata'))).toBeUndefined();
    await using second = await start();
    expect(await query(second, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(second.adopted).toBe(false);
  });

  it('is reached through a socket in a private folder and listens on no network', async () => {
    layOut();
    await using embedded = await start();
    expect(statSync(embedded.connection.host).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres.log')).mode & 0o777).toBe(0o600);
    expect(await query(embedded, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
  });

  it('sorts by code point', async () => {
    layOut();
    await using embedded = await start();
    const rows = await query(
      embedded,
      `SELECT string_agg(t, '' ORDER BY t) AS sorted FROM unnest(ARRAY['b', 'é', 'B', '_', 'a', '😀', '～']) AS t`,
    );
    expect(rows).toEqual([{ sorted: 'B_abé～😀' }]);
  });

  it('is adopted by the next server after its own was killed', async () => {
    layOut();
    await startInKilledProcess(dataDir);
    const before = readPostmaster(join(dataDir, 'pgdata'))?.pid;
    await using embedded = await start();
    expect(embedded.adopted).toBe(true);
    expect(readPostmaster(join(dataDir, 'pgdata'))?.pid).toBe(before);
  });

  it('starts again after it was killed itself', async () => {
    layOut();
    await startInKilledProcess(dataDir);
    const postmaster = readPostmaster(join(dataDir, 'pgdata'));
    if (!postmaster) throw new Error('it does not run');
    process.kill(postmaster.pid, 'SIGKILL');
    await using embedded = await start();
    expect(await query(embedded, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('refuses a data folder whose server runs, and names the process', async () => {
    layOut();
    await using embedded = await start();
    await expect(start()).rejects.toMatchObject({
      name: 'StartupError',
      code: 'DATA_DIR_IN_USE',
      message: `The data folder ${dataDir} belongs to a running Kernel server (process ${process.pid}).`,
    });
    expect(await query(embedded, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('lets one of two servers that start together have it', async () => {
    const starts = await Promise.allSettled([start(), start()]);
    const won = starts.filter((result) => result.status === 'fulfilled');
    const lost = starts.filter((result) => result.status === 'rejected');
    expect(won).toHaveLength(1);
    expect(lost.map(({ reason }: { reason: unknown }) => reason)).toMatchObject([{ code: 'DATA_DIR_IN_USE' }]);
    for (const { value } of won) await value.stop();
  });

  it.each([
    ['a process that is not PostgreSQL', () => process.ppid],
    ['nobody', () => 2 ** 22 - 3],
  ])('starts over a pid file that names %s', async (_who, pid) => {
    layOut();
    writeFileSync(
      join(dataDir, 'pgdata', 'postmaster.pid'),
      `${pid()}\n${dataDir}/pgdata\n1\n5432\n/tmp\n\n  1 1\nready\n`,
    );
    await using embedded = await start();
    expect(await query(embedded, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('leaves no half-made cluster when its making was killed', async () => {
    mkdirSync(join(dataDir, 'pgdata.new-4194301'), { recursive: true });
    chmodSync(dataDir, 0o711);
    writeFileSync(join(dataDir, 'pgdata.new-4194301', 'PG_VERSION'), '18\n');
    await using embedded = await start();
    expect(await query(embedded, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(existsSync(join(dataDir, 'pgdata.new-4194301'))).toBe(false);
  });

  it('puts the socket into a short folder when the data folder’s path is too long for one', async () => {
    dataDir = join(root, 'a'.repeat(60), 'b'.repeat(60));
    await using embedded = await start();
    expect(embedded.connection.host.length).toBeLessThan(80);
    expect(statSync(embedded.connection.host).mode & 0o777).toBe(0o700);
    rmSync(embedded.connection.host, { recursive: true });
  });

  it('refuses the data of another PostgreSQL version', async () => {
    layOut();
    writeFileSync(join(dataDir, 'pgdata', 'PG_VERSION'), '17\n');
    await expect(start()).rejects.toMatchObject({ code: 'DATA_DIR_OTHER_VERSION' });
  });

  it.runIf(asRoot)('run by root, stays with the user who owns the data', async () => {
    layOut();
    const other = statSync(join(dataDir, 'pgdata')).uid + 1;
    execFileSync('chown', ['-R', `${other}:${other}`, join(dataDir, 'pgdata'), join(dataDir, 'socket')]);
    await using embedded = await start();
    expect(await query(embedded, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(statSync(join('/proc', String(readPostmaster(join(dataDir, 'pgdata'))?.pid))).uid).toBe(other);
  });

  it.runIf(asRoot)(
    'run by root, keeps the cluster where its user can reach it when that user cannot enter the data folder',
    async () => {
      mkdirSync(dataDir, { mode: 0o700 });
      await using embedded = await start();
      const id = readFileSync(join(dataDir, 'cluster-id'), 'utf8').trim();
      const clusterDir = join(SYSTEM_DIR, 'clusters', id);
      expect(await query(embedded, 'SHOW data_directory')).toEqual([{ data_directory: join(clusterDir, 'pgdata') }]);
      expect(statSync(join(clusterDir, 'pgdata')).uid).not.toBe(0);
      await embedded.stop();
      rmSync(clusterDir, { recursive: true });
    },
  );
});

async function query(embedded: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client(embedded.connection);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Starts the database in a process of its own, which then dies without a word. */
async function startInKilledProcess(dataDir: string): Promise<void> {
  const program = `
    import { startEmbedded } from '#server/db/embedded.ts';
    await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, durable: false });
    process.kill(process.pid, 'SIGKILL');`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  expect(signal).toBe('SIGKILL');
}
