import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { documentText } from '#tests/support/scenes/handoff-documents.ts';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { documentMachine } from '../support/cli/document-machine.ts';
import { kernelProcess, type KernelProcess } from '../support/cli/kernel.ts';

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

describe('a work item opened from a document', () => {
  it('begins with what the document says, and says where that is from', async () => {
    const machine = await documentMachine(kernel);
    await machine.doc(['sync', 'on']);
    const ref = await machine.create();
    const opened = await kernel.run(['doc', 'open-work', ref, 'auth']);
    const [, key = ''] = /^opened (AUTH-\d+)\n$/.exec(opened.out) ?? [];
    expect(opened.err).toBe(`8 records inherited from ${ref}\n`);
    const shown = await kernel.json<{ workItem: { goal: string; openedFrom: { ref: string } } }>(['work', 'show', key]);
    expect(shown.workItem).toMatchObject({ goal: 'Old keys sign nothing any more.', openedFrom: { ref } });
    expect((await kernel.run(['doc', 'open-work', ref, 'auth'])).code).toBe(4);
  });

  it('is not opened of a document that lies on its machine alone', async () => {
    const ref = await (await documentMachine(kernel)).create();
    const { code, err } = await kernel.run(['doc', 'open-work', ref, 'AUTH']);
    expect([code, err]).toEqual([3, expect.stringContaining('send it first: kernel doc sync on')]);
  });

  it('takes in a document that is linked to it by hand', async () => {
    const machine = await documentMachine(kernel);
    await machine.doc(['sync', 'on']);
    const ref = await machine.create();
    await kernel.run(['work', 'create', 'AUTH', 'By hand', '--goal', 'G']);
    const { key } = await app.app.prisma.workItem.findFirstOrThrow({ where: { title: 'By hand' } });
    expect((await kernel.run(['doc', 'link', ref, key])).out).toBe(`note.md is about ${key}\n`);
    expect((await kernel.run(['doc', 'list', '--work', key])).out).toContain(ref);
  });
});

describe('a package and a document', () => {
  it('are made of each other on the command line, without loss', async () => {
    await kernel.run(['work', 'create', 'AUTH', 'Both ways', '--goal', 'G', '--criterion', 'It is tested']);
    const { key } = await app.app.prisma.workItem.findFirstOrThrow({ where: { title: 'Both ways' } });
    const made = await kernel.run(['handoff', 'create', key, '--to', 'claude', '--purpose', 'review']);
    const id = made.out.trim().split('\n').at(-1) ?? '';
    const { package: stored } = await kernel.json<{ package: { hash: string } }>(['handoff', 'show', id]);
    const { out: document } = await kernel.run(['handoff', 'show', id, '--as-document']);
    expect(document).toContain('## Goal\nG\n');
    const back = await kernel.json<{ package: { hash: string } }>(['doc', 'package', '--file', '-'], {
      input: document,
    });
    expect(back.package.hash).toBe(stored.hash);
    const foreign = await kernel.run(['doc', 'package', '--file', '-'], { input: documentText() });
    expect([foreign.code, foreign.err]).toEqual([2, expect.stringContaining('work.id')]);
  });
});
