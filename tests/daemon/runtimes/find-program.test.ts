import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findProgram } from '#daemon/runtimes/program/find-program.ts';

const NAME = 'kernel-test-agent';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'kernel-path-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const find = (env: NodeJS.ProcessEnv = {}) =>
  findProgram(NAME, 'KERNEL_AGENT_PATH', { HOME: folder, PATH: folder, ...env });

function place(path: string, mode: number): void {
  writeFileSync(join(folder, path), '#!/bin/sh\n');
  chmodSync(join(folder, path), mode);
}

it('does not take for a program what is only a function of a shell, and says so', async () => {
  const env = { PATH: `${folder}:/usr/bin:/bin`, [`BASH_FUNC_${NAME}%%`]: '() { echo it runs; }' };
  expect(execFileSync('bash', ['-c', NAME], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })).toBe(
    'it runs\n',
  );
  expect(await find(env)).toEqual({
    problem: expect.stringMatching(/a shell function or an alias.*type -a/) as unknown,
  });
});

it('F-37: does not take for a program what only another system would run under a name with an ending', async () => {
  for (const ending of ['.cmd', '.ps1']) place(`${NAME}${ending}`, 0o755);
  expect(await find()).toHaveProperty('problem');
});

it('passes over what has the name and cannot be run', async () => {
  mkdirSync(join(folder, NAME));
  expect(await find()).toHaveProperty('problem');
  rmSync(join(folder, NAME), { recursive: true });
  symlinkSync(join(folder, 'nowhere'), join(folder, NAME));
  expect(await find()).toHaveProperty('problem');
});

it('finds a link to a program, in a folder with an odd name too', async () => {
  const odd = join(folder, ' é "x"');
  mkdirSync(odd);
  place('real', 0o755);
  symlinkSync(join(folder, 'real'), join(odd, NAME));
  expect(await find({ PATH: `relative:${odd}` })).toEqual({ path: join(odd, NAME) });
});

it('takes the path that is named and no other', async () => {
  place(NAME, 0o755);
  const gone = join(folder, 'gone');
  expect(await find({ KERNEL_AGENT_PATH: gone })).toEqual({ problem: expect.stringContaining(gone) as unknown });
});
