import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { detect as detectClaude } from '#daemon/runtimes/claude/detect.ts';
import { detect as detectCodex } from '#daemon/runtimes/codex/detect.ts';
import { runProbe } from '#daemon/runtimes/program/run-probe.ts';
import { programFolder } from './program-folder.ts';

const containing = (text: string): unknown => expect.stringContaining(text);
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

const claude = (version: string, status: string, code = 0) => `
if [ "$1" = --version ]; then echo "${version} (Claude Code)"; exit 0; fi
echo '${status}'; exit ${code}`;

const codex = (version: string, stored: number, doctor = 'exit 2') => `
if [ "$1" = --version ]; then echo "codex-cli ${version}"; exit 0; fi
if [ "$1" = login ]; then echo "Not logged in" >&2; exit ${stored}; fi
${doctor}`;

const checked = (status: string, details: object, remediation: string | null = null) =>
  `echo '${JSON.stringify({ checks: { 'auth.credentials': { status, details, remediation } } })}'; exit 1`;

describe('a runtime is looked at without a request', () => {
  it('Claude Code says that it is signed in, and where it lies', async () => {
    await using folder = await programFolder();
    const path = await folder.program('claude', claude('2.1.332', '{"loggedIn":true,"authMethod":"claude.ai"}'));
    expect(await detectClaude(folder.env())).toEqual({
      ...{ isInstalled: true, path, version: '2.1.332', signIn: 'SIGNED_IN', isUsable: true, problem: null },
    });
  });

  it('Claude Code is signed out: the remedy names what to run', async () => {
    await using folder = await programFolder();
    await folder.program('claude', claude('2.1.332', '{"loggedIn":false,"authMethod":"none"}', 1));
    const found = await detectClaude(folder.env());
    expect(found).toMatchObject({ signIn: 'SIGNED_OUT', problem: containing('/login') });
  });

  it('a version that nobody saw is usable, with a note', async () => {
    await using folder = await programFolder();
    await folder.program('claude', claude('3.0.0', '{"loggedIn":true}'));
    await folder.program('codex', codex('1.4.0-alpha.2', 0));
    for (const found of [await detectClaude(folder.env()), await detectCodex(folder.env())]) {
      expect(found).toMatchObject({ isUsable: true, problem: containing('never tried') });
    }
  });

  it('one that does not know how to say who is signed in is usable, and nobody is called signed out', async () => {
    await using folder = await programFolder();
    await folder.program('claude', claude('2.0.76', 'unknown command', 1));
    expect(await detectClaude(folder.env())).toMatchObject({ signIn: 'UNKNOWN', isUsable: true });
  });

  it('a program that does not start is there and not usable, in its own words', async () => {
    await using folder = await programFolder();
    await folder.program('codex', 'echo "cannot execute: wrong architecture" >&2; exit 126');
    expect(await detectCodex(folder.env())).toMatchObject({
      isInstalled: true,
      isUsable: false,
      problem: containing('wrong architecture'),
    });
  });

  it('what only a shell knows, by an alias or a function, is no program, and that is said', async () => {
    await using folder = await programFolder();
    const env = { HOME: folder.home, PATH: folder.bin };
    expect(await detectClaude(env)).toMatchObject({
      isInstalled: false,
      problem: matching(/shell function or an alias.*type -a claude/),
    });
  });

  it('a path of one’s own counts, whatever it holds, and nothing else when it leads nowhere', async () => {
    await using folder = await programFolder();
    const path = await folder.program("it's my claude", claude('2.1.332', '{"loggedIn":true}'));
    await folder.program('claude', claude('2.1.0', '{"loggedIn":true}'));
    expect(await detectClaude(folder.env({ KERNEL_CLAUDE_PATH: path }))).toMatchObject({ path, version: '2.1.332' });
    expect(await detectClaude(folder.env({ KERNEL_CLAUDE_PATH: '/nowhere/claude' }))).toMatchObject({
      isInstalled: false,
      problem: containing('KERNEL_CLAUDE_PATH'),
    });
  });

  it('a folder, a file that may not be run, and a relative entry of the PATH are passed over', async () => {
    await using folder = await programFolder();
    await mkdir(join(folder.bin, 'claude'));
    await writeFile(join(folder.bin, 'codex'), '', { mode: 0o644 });
    const env = { HOME: folder.home, PATH: `.:${folder.bin}` };
    expect((await detectClaude(env)).isInstalled).toBe(false);
    expect((await detectCodex(env)).isInstalled).toBe(false);
  });
});

describe('who is signed in to Codex', () => {
  const OWN_PROVIDER = { 'model provider requires OpenAI auth': 'false' };

  it.each([
    ['a stored sign-in', codex('0.171.0', 0), {}, 'SIGNED_IN', null],
    ['a key that exec sends', codex('0.171.0', 1), { CODEX_API_KEY: 'k' }, 'SIGNED_IN', null],
    ['a provider of one’s own with its key', codex('0.171.0', 1, checked('ok', OWN_PROVIDER)), {}, 'SIGNED_IN', null],
    [
      'a provider of one’s own without its key',
      codex('0.171.0', 1, checked('fail', OWN_PROVIDER, 'Set SKEY.')),
      {},
      'SIGNED_OUT',
      'Set SKEY.',
    ],
    [
      'OPENAI_API_KEY alone, which exec does not send',
      codex('0.171.0', 1, checked('ok', { 'auth env vars present': 'OPENAI_API_KEY' })),
      {},
      'SIGNED_OUT',
      'codex login --with-api-key',
    ],
    ['nothing', codex('0.171.0', 1, checked('fail', {})), {}, 'SIGNED_OUT', 'codex login'],
    ['nothing, in a version without a doctor', codex('0.98.0', 1), {}, 'SIGNED_OUT', 'codex login'],
  ] as const)('with %s', async (_what, script, more, signIn, problem) => {
    await using folder = await programFolder();
    await folder.program('codex', script);
    const found = await detectCodex(folder.env(more));
    expect(found).toMatchObject({ isInstalled: true, isUsable: true, signIn });
    if (problem === null) expect(found.problem).toBeNull();
    else expect(found.problem).toContain(problem);
  });
});

describe('a question to a program', () => {
  it('ends in time, with everything that the program started', async () => {
    await using folder = await programFolder();
    const path = await folder.program('sleeper', 'sleep 600 & echo begun; wait');
    expect(await runProbe(path, [], folder.env(), 300)).toMatchObject({ code: null });
  });

  it('says why a program cannot be run', async () => {
    expect(await runProbe('/nowhere/at/all', [], {})).toMatchObject({
      code: null,
      stderr: containing('ENOENT'),
    });
  });
});
