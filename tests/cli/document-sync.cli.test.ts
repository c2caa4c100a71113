import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { documentText, newDocument } from '#tests/support/scenes/handoff-documents.ts';
import { addSession } from '#tests/support/cast.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { documentMachine } from '../support/cli/document-machine.ts';
import { kernelProcess, type KernelProcess } from '../support/cli/kernel.ts';

/** Nothing listens there. */
const NO_SERVER = 'http://127.0.0.1:9';

let app: TestApp;
let kernel: KernelProcess;

beforeAll(async () => {
  app = await createTestApp();
  kernel = await kernelProcess({ KERNEL_SERVER_URL: app.url, KERNEL_TOKEN: app.ownerToken }, { withDaemon: true });
  await kernel.run(['project', 'create', 'AUTH', 'Sign-in']);
});
afterAll(async () => {
  await kernel[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

/** Another machine with a workspace, and nothing in its store. */
const newMachine = () => documentMachine(kernel);

const atServer = async (ref: string) =>
  app.app.prisma.handoffDocument.findFirst({ where: { handoffId: ref.split('/').at(-1) ?? '' } });

interface Synced {
  readonly sync: { total: number; stored: number; sent: number; pending: number; refused: { code: string }[] };
}

describe('documents of a project whose person chose no server', () => {
  it('stay on the machine, and syncing them is refused', async () => {
    const machine = await newMachine();
    const ref = await machine.create();
    expect(await atServer(ref)).toBeNull();
    expect((await machine.doc(['sync', 'status'])).out).toMatch(/^sync +off\n/);
    expect((await machine.doc(['sync'])).code).toBe(4);
    expect(await atServer(ref)).toBeNull();
  });
});

describe('documents of a project that a person chose to sync', () => {
  it('go to the server as they are written, and another machine lists, reads, fetches and finds them', async () => {
    const [one, two] = [await newMachine(), await newMachine()];
    await one.doc(['sync', 'on']);
    const text = documentText({ goal: 'naïve 报告 🎯 everywhere' });
    const created = await one.doc(['create', '--name', 'note.md'], { input: text });
    expect(created.err).toBe(`synced with ${app.url}\n`);
    const ref = created.out.trim();
    expect((await two.doc(['list', '--remote'])).out).toContain(ref);
    expect((await two.doc(['search', '🎯 EVERYWHERE', '--remote'])).out).toContain(ref);
    expect((await two.doc(['read', ref, '--remote'])).out).toBe(text);
    const fetched = (await two.doc(['fetch', ref])).out.trim();
    expect((await two.doc(['read', fetched])).out).toBe(text);
    expect((await two.doc(['fetch', ref])).err).toBe('it was there already\n');
    // The second machine's own sync finds it there, under the same id.
    await two.doc(['sync', 'on']);
    expect(await two.json<Synced>(['sync'])).toMatchObject({ sync: { total: 1, stored: 1, sent: 0, pending: 0 } });
  });

  it('lie here when the server is away, and are sent by what comes next', async () => {
    const machine = await newMachine();
    await machine.doc(['sync', 'on'], { env: { KERNEL_SERVER_URL: NO_SERVER } });
    const offline = await machine.doc(['create', '--name', 'a.md'], {
      input: documentText(),
      env: { KERNEL_SERVER_URL: NO_SERVER },
    });
    const ref = offline.out.trim();
    expect([offline.code, ref.startsWith('handoff://')]).toEqual([0, true]);
    expect(offline.err).toContain('not synced: No answer from the Kernel server');
    const failed = await machine.doc(['sync'], { env: { KERNEL_SERVER_URL: NO_SERVER } });
    expect(failed.code).toBe(6);
    expect(failed.err).toContain('Nothing is lost: kernel doc sync sends the 1 left.');
    expect((await machine.doc(['read', ref])).out).toBe(documentText());
    await machine.doc(['sync', 'on']);
    await machine.create(documentText({ goal: 'The next one' }));
    expect((await atServer(ref))?.text).toBe(documentText());
    expect(await machine.json<Synced>(['sync', 'status'])).toMatchObject({ sync: { total: 2, stored: 2, pending: 0 } });
  });

  it('are not sent to a server other than the one that was chosen', async () => {
    const machine = await newMachine();
    await machine.doc(['sync', 'on'], { env: { KERNEL_SERVER_URL: NO_SERVER } });
    const { err, code, out } = await machine.doc(['create', '--name', 'a.md'], { input: documentText() });
    expect([code, err]).toEqual([0, expect.stringContaining(`the project syncs with ${NO_SERVER}`)]);
    expect((await machine.doc(['sync'])).code).toBe(4);
    expect(await atServer(out.trim())).toBeNull();
  });

  it('are stored once each when two processes sync at once', async () => {
    const machine = await newMachine();
    const refs = await machine.write(Array.from({ length: 30 }, (_, i) => documentText({ goal: `Document ${i}` })));
    await machine.doc(['sync', 'on']);
    const both = await Promise.all([machine.json<Synced>(['sync']), machine.json<Synced>(['sync'])]);
    expect(both.map(({ sync }) => sync.stored)).toEqual([30, 30]);
    expect(both.reduce((sum, { sync }) => sum + sync.sent, 0)).toBe(30);
    const handoffIds = refs.map((ref) => ref.split('/').at(-1) ?? '');
    expect(await app.app.prisma.handoffDocument.count({ where: { handoffId: { in: handoffIds } } })).toBe(30);
  });

  it('are all there after a sync that was killed amid its work, and once each', async () => {
    const machine = await newMachine();
    await machine.write(Array.from({ length: 60 }, (_, i) => documentText({ goal: `Killed ${i}` })));
    const goals = { goal: { startsWith: 'Killed' } };
    await machine.doc(['sync', 'on']);
    const env = { ...process.env, ...machine.env, KERNEL_SERVER_URL: app.url, KERNEL_TOKEN: app.ownerToken };
    const args = [kernel.program, 'doc', 'sync', '--workspace', machine.workspace];
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    const count = () => app.app.prisma.handoffDocument.count({ where: goals });
    await vi.waitFor(async () => expect(await count()).toBeGreaterThan(0), { timeout: 30_000, interval: 5 });
    child.kill('SIGKILL');
    await ended;
    expect(await machine.json<Synced>(['sync'])).toMatchObject({ sync: { stored: 60, pending: 0, refused: [] } });
    expect(await count()).toBe(60);
    const events = await app.app.prisma.event.findMany({ where: { type: 'document.stored' } });
    const ids = events.map(({ data }) => (data as { documentId: string }).documentId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('carry two megabytes', async () => {
    const machine = await newMachine();
    await machine.doc(['sync', 'on']);
    const text = documentText({ criticalContext: [`log ${'"\\line" '.repeat(249_000)}`] });
    const ref = await machine.create(text);
    expect((await atServer(ref))?.sizeBytes).toBe(Buffer.byteLength(text));
    expect(Buffer.byteLength(text)).toBeGreaterThan(1_990_000);
  });

  it('are refused one by one: what another document holds the id of stays as it is on both sides', async () => {
    const machine = await newMachine();
    const [ref, other] = [await machine.create(), await machine.create(documentText({ goal: 'Fine' }))];
    const altered = { ...newDocument(documentText({ goal: 'Altered' })), ref };
    await app.app.services.documents.storeDocument(app.owner, altered);
    await machine.doc(['sync', 'on']);
    const { code, err } = await machine.doc(['sync']);
    expect([code, err]).toEqual([4, expect.stringContaining(`${ref} was not taken`)]);
    expect((await atServer(other))?.goal).toBe('Fine');
    expect((await atServer(ref))?.goal).toBe('Altered');
    expect((await machine.doc(['read', ref])).out).toBe(documentText());
  });

  it('never take along what has become a secret of this machine', async () => {
    const machine = await newMachine();
    const ref = await machine.create(documentText({ pending: ['the word is correct-horse-battery-9'] }));
    await machine.doc(['sync', 'on']);
    const { code } = await machine.doc(['sync'], { env: { MY_API_TOKEN: 'correct-horse-battery-9' } });
    expect(code).toBe(4);
    expect(await atServer(ref)).toBeNull();
  });

  it('of a session are about its work, and a session neither chooses nor sends what others wrote', async () => {
    const machine = await newMachine();
    const before = await machine.create();
    await machine.doc(['sync', 'on']);
    await kernel.run(['work', 'create', 'AUTH', 'In a session', '--goal', 'G']);
    const { id, key } = await app.app.prisma.workItem.findFirstOrThrow({ where: { title: 'In a session' } });
    const session = await addSession(app.app, app.owner, id);
    const env = { KERNEL_SESSION_TOKEN: session.secret };
    for (const args of [['sync', 'on'], ['sync', 'off'], ['sync']]) {
      expect((await machine.doc(args, { env })).code).toBe(5);
    }
    const ref = await machine.create(documentText({ goal: 'Of the session' }), env);
    expect((await atServer(ref))?.workItemId).toBe(id);
    expect(await atServer(before)).toBeNull();
    expect((await kernel.run(['doc', 'list', '--work', key])).out).toContain(ref);
    expect((await kernel.run(['work', 'show', key])).out).toContain(ref);
  });

  it('keeps choice and what the server said in private files', async () => {
    const machine = await newMachine();
    await machine.doc(['sync', 'on']);
    const ref = await machine.create();
    const ledgers = join(machine.home, '.local/state/kernel/sync');
    const [ledger = ''] = await readdir(ledgers);
    expect(await readFile(join(ledgers, ledger), 'utf8')).toBe(`\n${ref.split('/').at(-1) ?? ''} stored\n`);
    await machine.doc(['sync', 'off']);
    expect((await machine.doc(['create', '--name', 'b.md'], { input: documentText() })).err).toBe('');
  });
});
