import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { Connection } from '#client/api/connection.ts';
import { createSignInLink } from '#client/api/operations/page/sign-in.ts';
import { createProject, createWorkItem } from '#client/api/operations/work/work.ts';
import { recordDecision } from '#client/api/operations/work/decisions.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { openBrowser } from '#tests/support/browser/open-browser.ts';
import { type ServerProcesses, serverProcesses } from '#tests/support/server/server-process.ts';

let servers: ServerProcesses;
let database: TestDatabase;
beforeAll(async () => {
  [servers, database] = await Promise.all([serverProcesses(), createTestDatabase()]);
});
afterAll(async () => {
  await servers[Symbol.asyncDispose]();
  await database[Symbol.asyncDispose]();
});

it('goes on after its server was killed, without a reload and without a hole', async () => {
  const env = { DATABASE_URL: database.url, KERNEL_DATA_DIR: servers.freshDataDir(), KERNEL_WEB_DIR: inject('webDir') };
  const first = await servers.start(env);
  const port = new URL(first.url).port;
  const connection = new Connection({ serverUrl: first.url, token: first.ready.ownerToken });
  await createProject(connection, { keyPrefix: 'AUTH', name: 'Sign-in' });
  const { workItem } = await createWorkItem(connection, {
    project: { keyPrefix: 'AUTH' },
    title: 'Rotate',
    goal: 'Safe',
  });
  const record = (statement: string) => recordDecision(connection, { workItem: { id: workItem.id }, statement });
  const { path } = await createSignInLink(connection, {});
  const browser = await openBrowser();
  const page = await browser.newPage();
  await page.goto(`${first.url}${path ?? ''}`);
  await page.getByText('live', { exact: true }).waitFor();
  await page.goto(`${first.url}/work/AUTH-1/decisions`);
  await page.getByText('live', { exact: true }).waitFor();
  await page.evaluate(() => ((globalThis as { mark?: number }).mark = 1));
  await page.getByLabel('Record a decision').fill('Typed before the cut');

  await first.end('SIGKILL');
  await page.getByText(/^offline/).waitFor();
  const second = await servers.start({ ...env, KERNEL_PORT: port });
  await record('Made after the cut');
  await page.getByRole('listitem').getByText('Made after the cut').waitFor();
  await page.getByText('live', { exact: true }).waitFor();
  expect(await page.evaluate(() => (globalThis as { mark?: number }).mark)).toBe(1);
  expect(await page.getByLabel('Record a decision').inputValue()).toBe('Typed before the cut');
  await browser.close();
  await second.end('SIGTERM');
});
