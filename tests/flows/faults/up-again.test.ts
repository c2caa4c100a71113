import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';

let database: TestDatabase;
let home: string;
beforeAll(async () => {
  database = await createTestDatabase();
  home = await mkdtemp(join(tmpdir(), 'kernel-up-'));
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

/** Runs `kernel up` until it has said whether this machine is served, ends it as Ctrl-C does, and tells both. */
async function runUp(): Promise<{ readonly said: string; readonly exit: unknown }> {
  const args = ['--import', 'tsx', 'client/cli/main.ts', 'up', '--port', '0', '--data-dir', join(home, 'data')];
  const env = { PATH: process.env['PATH'], HOME: home, DATABASE_URL: database.url };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const said = await untilServed(child);
  const exit = once(child, 'exit');
  child.kill('SIGINT');
  return { said, exit: await exit };
}

function untilServed(child: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (/the machine is served|No sessions run on this machine/.test(said)) resolve(said);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', (code) => reject(new Error(`it ended with ${String(code)}:\n${said}`)));
  });
}

it('a server that is stopped and started again serves its machine at once', async () => {
  const [first, second] = [await runUp(), await runUp()];
  expect([first.exit, second.exit]).toEqual([
    [0, null],
    [0, null],
  ]);
  expect(first.said).toContain('the machine is served');
  expect(second.said).toContain('the machine is served');
});
