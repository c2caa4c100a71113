import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kernelProcess, type KernelProcess } from '#tests/support/cli/kernel.ts';
import { sampleDocument } from '#tests/unit/schema/documents/handoff-document/sample-document.ts';

let kernel: KernelProcess;
let workspace: string;
let big: string;

beforeAll(async () => {
  // There is no server at this address: nothing here may need one.
  kernel = await kernelProcess({ KERNEL_SERVER_URL: 'http://127.0.0.1:9' }, { withDaemon: true });
  workspace = join(kernel.folder, 'work');
  await mkdir(workspace);
  big = join(kernel.folder, 'big.md');
  await writeFile(big, sampleDocument('x'.repeat(10_000)));
});
afterAll(() => kernel[Symbol.asyncDispose]());

const doc = (args: readonly string[], input?: string, env = {}) =>
  kernel.run(['doc', ...args, '--workspace', workspace], { env, ...(input === undefined ? {} : { input }) });
const json = <T>(args: readonly string[], input?: string) =>
  kernel.json<T>(['doc', ...args, '--workspace', workspace], input === undefined ? {} : { input });
const create = async (text: string) => (await doc(['create', '--name', 'note.md'], sampleDocument(text))).out.trim();

describe('kernel doc, with no server running', () => {
  it('stores a document from standard input and gives it back byte for byte', async () => {
    const content = `\uFEFF${sampleDocument('naïve 报告 🎯').replaceAll('\n', '\r\n')}`;
    const ref = (await doc(['create', '--name', 'note.md'], content)).out.trim();
    expect(ref).toMatch(/^handoff:\/\//);
    const read = await doc(['read', ref]);
    // Decoding what the process wrote drops the mark at its beginning; the JSON below shows it kept.
    expect([read.out, read.code]).toEqual([content.slice(1), 0]);
    expect(read.err).toContain(`note.md (${ref})`);
    const { document } = await json<{ document: { content: string; isValid: boolean } }>(['read', ref]);
    expect(document).toMatchObject({ content, isValid: true });
  });

  it('takes out what is secret here, and says how much', async () => {
    const env = { MY_API_TOKEN: 'correct-horse-battery-9' };
    const { out, err } = await doc(['create', '--name', 'a.md'], sampleDocument('x correct-horse-battery-9'), env);
    expect(err).toContain('9 secrets taken out');
    expect((await doc(['read', out.trim()])).out).not.toContain('correct-horse');
  });

  it('lists, searches and judges what it stored', async () => {
    const ref = await create('a needle');
    const list = await json<{ items: { ref: string }[]; totalCount: number }>(['list', '--limit', '1']);
    expect(list.items[0]?.ref).toBe(ref);
    expect((await doc(['list', '--limit', '1'])).err).toMatch(/More available; rerun with --cursor \S+\./);
    const found = await json<{ items: { ref: string }[] }>(['search', 'NEEDLE']);
    expect(found.items.map((item) => item.ref)).toEqual([ref]);
    expect((await doc(['validate', ref])).out).toBe('valid\n');
  });

  it('copies out and in', async () => {
    const ref = await create('carried');
    expect((await doc(['export', ref, 'bundle'])).out).toBe('bundle\n');
    expect(await readFile(join(workspace, 'bundle/document.md'), 'utf8')).toBe(sampleDocument('carried'));
    const imported = await doc(['import', 'bundle']);
    expect([imported.out, imported.err]).toEqual([`${ref}\n`, 'it was there already\n']);
  });

  it('names the project of a workspace and binds another one to it', async () => {
    const ref = await create('x');
    const { projectId } = await json<{ projectId: string }>(['project']);
    expect(ref).toContain(projectId);
    const moved = join(kernel.folder, 'moved');
    await mkdir(moved);
    expect((await kernel.run(['doc', 'read', ref, '--workspace', moved])).code).toBe(4);
    expect((await kernel.run(['doc', 'read', ref, '--scope', 'all', '--workspace', moved])).code).toBe(0);
    await kernel.run(['doc', 'project', '--bind', projectId, '--workspace', moved]);
    expect((await kernel.run(['doc', 'read', ref, '--workspace', moved])).code).toBe(0);
  });

  it('writes, lists and reads files for those who name a path', async () => {
    const args = ['create', '--path', 'handoffs/a.md'];
    expect((await doc(args, sampleDocument('one'))).out).toBe('wrote handoffs/a.md\n');
    expect((await doc(args, sampleDocument('two'))).code).toBe(4);
    expect((await doc([...args, '--overwrite'], sampleDocument('two'))).code).toBe(0);
    expect((await doc(['list', '--files'])).out).toBe('handoffs/a.md\n');
    expect((await doc(['read', '--path', 'handoffs/a.md'])).out).toBe(sampleDocument('two'));
    expect((await doc(['search', 'two', '--files'])).out).toContain('handoffs/a.md\t\t2\ttwo\n');
  });

  it('makes a document of the structured state', async () => {
    const lists = { constraints_preferences: [], key_decisions: [], rejected_attempts: [], verification: [] };
    const progress = { done: [], in_progress: [], pending: [] };
    const rest = { critical_context: [], uncertainties: [], next_steps: ['go on'] };
    const state = JSON.stringify({ schema_version: 1, goal: 'g', ...lists, progress, ...rest });
    const ref = (await doc(['create', '--state', '--name', 'a.md'], state)).out.trim();
    expect((await doc(['read', ref])).out).toContain('## Next Steps\n1. go on\n');
  });
});

describe('what kernel doc refuses', () => {
  it('names every fault of a document with its line, by exit code 7 or 2', async () => {
    const wrong = sampleDocument().replace('## Key Decisions', '## Decisions');
    await writeFile(join(workspace, 'wrong.md'), wrong);
    const judged = await doc(['validate', '--file', join(workspace, 'wrong.md')]);
    expect(judged.code).toBe(7);
    expect(judged.out).toMatch(/^line 17: .*\(unknown_section\)\nline 20: .*Key Decisions.*\(missing_section\)\n$/);
    const refused = await doc(['create', '--name', 'a.md', '--json'], wrong);
    expect(refused.code).toBe(2);
    const { error } = JSON.parse(refused.err) as { error: { code: string; faults: unknown[]; remedy: string } };
    expect(error).toMatchObject({ code: 'INVALID_DOCUMENT', remedy: expect.stringMatching(/./) as string });
    expect(error.faults).toHaveLength(2);
  });

  it.each([
    [['create', '--name', 'a.md', '--path', 'b.md'], 2],
    [['create'], 2],
    [['create', '--name', 'a.md', '--overwrite'], 2],
    [['create', '--path', '../b.md'], 2],
    [['read'], 2],
    [['read', 'handoff://x/y'], 2],
    [['read', '--path', 'none.md'], 3],
    [
      ['read', 'handoff://01a2293e-7ad5-71f6-9bc2-5f72a0235285/01a2293e-7ad5-71f6-9bc2-5f72a0235286', '--scope', 'all'],
      3,
    ],
    [['list', '--limit', '101'], 2],
    [['list', '--cursor', 'x'], 2],
    [['import', 'none'], 3],
    [['project', '--bind', '01a2293e-7ad5-71f6-9bc2-5f72a0235285'], 3],
    [['project', '--replace'], 2],
  ])('%j ends with %i and says what to do', async (args, code) => {
    const ran = await doc(args, sampleDocument());
    expect([ran.code, ran.out]).toEqual([code, '']);
    expect(ran.err).toMatch(/^error: .+/);
  });

  it('is refused by the state of things, and no fault of ours, where git cannot read the repository', async () => {
    const broken = join(kernel.folder, 'broken');
    await mkdir(join(broken, '.git'), { recursive: true });
    const { code, err } = await kernel.run(['doc', 'list', '--workspace', broken, '--json']);
    const { error } = JSON.parse(err) as { error: object };
    expect([code, error]).toMatchObject([4, { code: 'GIT_FAILED', exitCode: 4 }]);
    expect((await kernel.run(['doc', 'create', big, '--name', 'a.md', '--workspace', broken])).code).toBe(4);
  });

  it('says that the disk is full, and leaves nothing half written', async () => {
    // A limit on the size of files stands for a full disk: the write itself fails, in the middle of the document.
    const limited = `trap '' XFSZ; ulimit -f 4; exec "$0" "$@"`;
    const args = [process.execPath, kernel.program, 'doc', 'create', big, '--name', 'big.md', '--workspace', workspace];
    const env = { PATH: process.env['PATH'], HOME: kernel.folder };
    const { items } = await json<{ items: unknown[] }>(['list']);
    const failed = await promisify(execFile)('bash', ['-c', limited, ...args], { env }).catch(
      (error: unknown) => error,
    );
    expect(failed).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/There is no room for .*Free some space/s) as string,
    });
    expect((await json<{ items: unknown[] }>(['list'])).items).toEqual(items);
    expect((await doc(['create', big, '--name', 'big.md'])).code).toBe(0);
  });

  it('has help for every command', async () => {
    const commands = ['create', 'read', 'validate', 'list', 'search', 'import', 'export', 'project'];
    expect((await kernel.run(['doc', '--help'])).out).toMatch(new RegExp(commands.join('[^]*')));
    for (const command of commands) {
      expect((await kernel.run(['doc', command, '--help'])).out).toContain(`Usage: kernel doc ${command}`);
    }
  });
});
