import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/server/test-app.ts';
import { forSnapshot, kernelProcess, type KernelProcess } from '../support/cli/kernel.ts';

let app: TestApp;
let kernel: KernelProcess;
let codex: string;
let claude: string;
let handoff: string;

interface Session {
  readonly session: { readonly id: string };
}

beforeAll(async () => {
  app = await createTestApp();
  kernel = await kernelProcess({ KERNEL_SERVER_URL: app.url, KERNEL_TOKEN: app.ownerToken });
  await kernel.run(['project', 'create', 'AUTH', 'Sign-in']);
  await kernel.run([
    'work',
    'create',
    'AUTH',
    'Rotate tokens',
    '--goal',
    'Used tokens are refused',
    '--criterion',
    'It is tested',
  ]);
  const register = ['session', 'register', 'AUTH-1', '--purpose', 'work', '--runtime'];
  codex = (await kernel.json<Session>([...register, 'codex'])).session.id;
  claude = (await kernel.json<Session>([...register, 'claude'])).session.id;
});

afterAll(async () => {
  await kernel[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const output = async (...args: string[]) => forSnapshot((await kernel.run(args)).out);

describe('the seven commands of a handoff, in the order of their story', () => {
  it('create requests and compiles in one act', async () => {
    const args = [
      'handoff',
      'create',
      'AUTH-1',
      '--to',
      'claude',
      '--purpose',
      'review',
      '--objective',
      'review it',
      '--from',
      codex,
    ];
    const { out } = await kernel.run(args);
    expect(forSnapshot(out)).toBe('compiled (v1, <hash8>…)\n<hof>\n');
    handoff = out.trim().split('\n')[1] ?? '';
  });

  it('list shows it to a pipe as tabs, ids and hashes whole', async () => {
    expect(await output('handoff', 'list', 'AUTH-1')).toBe('<hof>\tcompiled\tclaude\tv1\t<hash>\t\t<moment>\treview\n');
  });

  it('compile says that the package is unchanged while the work has not moved', async () => {
    expect(await output('handoff', 'compile', handoff)).toBe('package unchanged (v1, <hash8>…)\n');
  });

  it('show prints the rendered package', async () => {
    const { out } = await kernel.run(['handoff', 'show', handoff.slice(-8)]);
    expect(out).toContain('# Handoff package for AUTH-1');
    expect(out).toContain('review it');
  });

  it('reject refuses a package that is not on offer', async () => {
    const args = ['handoff', 'reject', handoff, '--reason', 'other', '--hash'];
    const { code, err } = await kernel.run([...args, 'a'.repeat(64)]);
    expect([code, err]).toEqual([4, expect.stringContaining('Another package is on offer: v1')]);
    expect((await kernel.run([...args, 'abc'])).err).toContain('--hash takes the whole hash');
  });

  it('reject names the typed reason', async () => {
    expect(await output('handoff', 'reject', handoff, '--reason', 'missing_context', '--note', 'no test plan')).toBe(
      'rejected (v1, <hash8>…): missing_context\n',
    );
  });

  it('compile after the amendment says that the package is another one', async () => {
    await kernel.run(['decision', 'record', 'Replay a used token', '--work', 'AUTH-1']);
    expect(await output('handoff', 'compile', handoff)).toBe('package recompiled (v2, <hash8>…)\n');
    expect(await output('handoff', 'compile', handoff)).toBe('package recompiled (v3, <hash8>…)\n');
    expect(await output('handoff', 'compile', handoff)).toBe('package unchanged (v3, <hash8>…)\n');
  });

  it('diff names what the amendment brought, and the event that brought it', async () => {
    expect(await output('handoff', 'diff', handoff, '1', '3')).toBe(
      `v1 → v3: 1 change\n+ decision: Replay a used token\n  decision.recorded by ${app.owner.name}, <moment>\n`,
    );
    const { changes } = await kernel.json<{ changes: object[] }>(['handoff', 'diff', handoff, '1', '3']);
    expect(changes).toMatchObject([{ event: { type: 'DECISION_RECORDED', actor: { name: app.owner.name } } }]);
  });

  it('accept refuses a package that is not on offer', async () => {
    const { code, err } = await kernel.run([
      'handoff',
      'accept',
      handoff,
      '--session',
      claude,
      '--hash',
      'a'.repeat(64),
    ]);
    expect([code, err]).toEqual([4, expect.stringContaining('Another package is on offer: v3')]);
  });

  it('accept takes the package on offer', async () => {
    expect(await output('handoff', 'accept', handoff, '--session', claude.slice(-8))).toBe(
      'accepted (v3, <hash8>…) by <ses>\n',
    );
  });

  it('receipt notes what the destination says back, and show names what it did not', async () => {
    expect((await kernel.run(['handoff', 'receipt', handoff])).out).toBe('nothing was said back yet\n');
    const said = await kernel.run(['handoff', 'receipt', handoff, 'goal', 'review it', 'elsewhere']);
    expect([said.out, said.err]).toEqual([
      '2 of 3 said back, not criterion-1\n+ goal (goal): Used tokens are refused\n+ objective (objective): review it\n- criterion-1 (criterion): It is tested\n',
      '1 of the 3 echoes are no statement of the package\n',
    ]);
    const { out } = await kernel.run(['handoff', 'show', handoff]);
    expect(out).toContain('2 of 3 said back, not criterion-1');
  });

  it('complete closes it', async () => {
    expect(await output('handoff', 'complete', handoff)).toBe('completed (v3, <hash8>…)\n');
  });

  it('and there is no cancel', async () => {
    const { code, err } = await kernel.run(['handoff', 'cancel', handoff]);
    expect([code, err]).toEqual([2, expect.stringContaining("unknown command 'cancel'")]);
  });
});

describe('a package that left the server', () => {
  it('is printed byte for byte as it is stored, so that a stranger can recompute its hash', async () => {
    const { out } = await kernel.run(['handoff', 'show', handoff, '--json']);
    const row = await app.app.prisma.handoffPackage.findFirstOrThrow({ where: { handoffId: handoff, version: 3 } });
    expect(out).toContain(`"document": ${row.document}`);
    const hashed = row.document.replace(/"generated_at":"[^"]*",/, '');
    expect(createHash('sha256').update(hashed).digest('hex')).toBe(row.hash);
    await writeFile(join(kernel.folder, 'package.json'), out);
  });

  it('is verified offline: no server, no credential', async () => {
    const offline = { KERNEL_SERVER_URL: 'http://127.0.0.1:9', KERNEL_TOKEN: '' };
    const file = join(kernel.folder, 'package.json');
    const { out, err, code } = await kernel.run(['handoff', 'verify', '--file', file], { env: offline });
    expect([forSnapshot(out), err, code]).toEqual(['matches: <hash>\n', '', 0]);
  });

  it('is found out when a word of it was changed', async () => {
    const forged = (await readFile(join(kernel.folder, 'package.json'), 'utf8')).replace(
      'Replay a used token',
      'Replay no token',
    );
    const { out, code } = await kernel.run(['handoff', 'verify', '--file', '-'], { input: forged });
    expect([forSnapshot(out), code]).toEqual(['does not match: the document hashes to <hash>, not <hash>\n', 7]);
  });

  it('is found out when a key stands in it twice', async () => {
    const text = await readFile(join(kernel.folder, 'package.json'), 'utf8');
    const forged = text.replace('"constraints":[]', '"constraints":["forged"],"constraints":[]');
    const { err } = await kernel.run(['handoff', 'verify', '--file', '-'], { input: forged });
    expect(err).toContain('not the stored one, byte for byte');
  });

  it('is verified version by version against the server', async () => {
    expect(await output('handoff', 'verify', handoff)).toBe(
      'matches (v1, <hash8>…)\nmatches (v2, <hash8>…)\nmatches (v3, <hash8>…)\n',
    );
  });

  it('is found out where the record that it was compiled from gives another one', async () => {
    const where = { handoffId_version: { handoffId: handoff, version: 2 } };
    const { record, hash } = await app.app.prisma.handoffPackage.findUniqueOrThrow({ where });
    const forged = JSON.parse(JSON.stringify(record).replace('Replay a used token', 'Replay no token')) as object;
    await app.app.prisma.handoffPackage.update({ where, data: { record: forged } });
    const { out, code } = await kernel.run(['handoff', 'verify', handoff]);
    await app.app.prisma.handoffPackage.update({ where, data: { record: record ?? {} } });
    expect([forSnapshot(out), code]).toEqual([
      'matches (v1, <hash8>…)\nDOES NOT MATCH (v2, <hash8>…): its record compiles to <hash>\nmatches (v3, <hash8>…)\n',
      7,
    ]);
    const { versions } = await kernel.json<{ versions: object[] }>(['handoff', 'verify', handoff]);
    expect(versions[1]).toEqual({ version: 2, hash, computedHash: hash, recompiledHash: hash, matches: true });
  });
});

it('preview prints the briefing for a budget and says what was cut beside it', async () => {
  const { out, err } = await kernel.run(['handoff', 'preview', handoff, '--budget', '1500']);
  expect(Buffer.byteLength(out)).toBeLessThanOrEqual(1501);
  expect(err).toMatch(/^v3, [0-9a-f]{8}…: \d+ of 1500 bytes; (nothing was cut|cut: )/);
});

it('every command says the same with --json, ids whole', async () => {
  const { handoffs, totalCount, hasMore } = await kernel.json<{
    handoffs: object[];
    totalCount: number;
    hasMore: boolean;
  }>(['handoff', 'list', 'AUTH-1']);
  expect([totalCount, hasMore, handoffs[0]]).toMatchObject([
    1,
    false,
    { id: handoff, state: 'COMPLETED', packageVersion: 3, rejectReason: 'MISSING_CONTEXT' },
  ]);
});

it('a repeated command under one key gives the first answer', async () => {
  const args = ['handoff', 'create', 'AUTH-1', '--to', 'codex', '--purpose', 'again', '--idempotency-key', 'run-42'];
  const [first, second] = [await kernel.run(args), await kernel.run(args)];
  expect(second.out).toBe(first.out);
});

it('a reader that has seen enough ends the program without a word', async () => {
  const shell = `"${process.execPath}" "${kernel.program}" handoff show ${handoff} --json | head -c 1`;
  const env = { ...process.env, KERNEL_SERVER_URL: app.url, KERNEL_TOKEN: app.ownerToken };
  expect(await promisify(execFile)('bash', ['-c', `set -o pipefail; ${shell}`], { env })).toEqual({
    stdout: '{',
    stderr: '',
  });
});
