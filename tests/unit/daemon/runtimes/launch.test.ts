import { access, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeAdapter } from '#daemon/runtimes/claude/index.ts';
import { permissionMode } from '#daemon/runtimes/claude/permissions.ts';
import { codexAdapter } from '#daemon/runtimes/codex/index.ts';
import type { LaunchRequest } from '#daemon/runtimes/runtime-adapter.ts';
import { testCommands } from '#daemon/runtimes/test-commands.ts';
import { programFolder, type ProgramFolder } from './program-folder.ts';

const PROMPT = 'Work item\n--dangerous $HOME `id`\n';

async function request({ home }: ProgramFolder): Promise<LaunchRequest> {
  const [workspace, launchDir] = [join(home, "it's a workspace\n漢"), join(home, 'launch')];
  for (const folder of [workspace, launchDir]) await mkdir(folder);
  const kernel = ['/node', '/kernel "x".mjs'];
  return { program: '/p', version: '2.1.332', workspace, prompt: PROMPT, sessionId: 'ses_1', launchDir, kernel };
}

const after = (args: readonly string[], word: string): string => args[args.indexOf(word) + 1] ?? '';

describe('Claude Code is started', () => {
  it('with the prompt as its input alone, bounded retries and Kernel’s tools', async () => {
    await using folder = await programFolder();
    const asked = await request(folder);
    const plan = await claudeAdapter(folder.env()).launch(asked);
    expect(plan.input).toBe(PROMPT);
    expect(plan.args.join(' ')).not.toContain('--dangerous');
    expect(after(plan.args, '--session-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(plan.env).toEqual({ CLAUDE_CODE_MAX_RETRIES: '3', MCP_TIMEOUT: '60000' });
    const servers = JSON.parse(await readFile(after(plan.args, '--mcp-config'), 'utf8')) as unknown;
    expect(servers).toEqual({ mcpServers: { kernel: { command: '/node', args: ['/kernel "x".mjs', 'mcp'] } } });
    expect(plan.args).not.toContain('--strict-mcp-config');
  });

  it('allowed what records and what tests, by name, and no program as a whole', async () => {
    await using folder = await programFolder();
    const asked = await request(folder);
    await writeFile(join(asked.workspace, 'package.json'), '{"scripts":{"test":"vitest"}}');
    const { args } = await claudeAdapter(folder.env()).launch(asked);
    const rules = args.slice(args.indexOf('--allowedTools') + 1);
    expect(rules).toEqual(
      expect.arrayContaining(['mcp__kernel', 'Bash(kernel decision:*)', 'Bash(kernel work:*)', 'Bash(npm test:*)']),
    );
    for (const wide of ['Bash', 'Bash(kernel:*)', 'Bash(node:*)', 'Bash(npm:*)']) expect(rules).not.toContain(wide);
  });

  it('F-19: to go on with a session, by its id and no new one', async () => {
    await using folder = await programFolder();
    const { args } = await claudeAdapter(folder.env()).resume(await request(folder), 'b5a1');
    expect(after(args, '--resume')).toBe('b5a1');
    for (const word of ['--session-id', '--continue', '-c']) expect(args).not.toContain(word);
  });

  it.each([
    ['at Anthropic’s own API', {}, '2.1.332', 'auto'],
    ['at its address by name', { ANTHROPIC_BASE_URL: 'https://api.anthropic.com' }, '2.1.332', 'auto'],
    ['behind another address', { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' }, '2.1.332', 'acceptEdits'],
    [
      'behind a name that only looks so',
      { ANTHROPIC_BASE_URL: 'https://anthropic.com.evil.example' },
      '2.1.332',
      'acceptEdits',
    ],
    ['in a version without it', {}, '2.0.76', 'acceptEdits'],
    ['in an unknown version', {}, null, 'acceptEdits'],
    ['as a person decided', { KERNEL_CLAUDE_PERMISSION_MODE: 'auto' }, '2.0.76', 'auto'],
  ] as const)('in permission mode %s', async (_where, more, version, mode) => {
    await using folder = await programFolder();
    expect(await permissionMode(folder.env(more), version)).toBe(mode);
  });

  it('in a mode that its own settings leave open', async () => {
    await using folder = await programFolder();
    await mkdir(join(folder.home, '.claude'));
    const settings = join(folder.home, '.claude', 'settings.json');
    await writeFile(settings, '{"env":{"ANTHROPIC_BASE_URL":"https://gateway.example"}}');
    expect(await permissionMode(folder.env(), '2.1.332')).toBe('acceptEdits');
    await writeFile(settings, '{"permissions":{"disableAutoMode":"disable"}}');
    expect(await permissionMode(folder.env(), '2.1.332')).toBe('acceptEdits');
    await writeFile(settings, '{"broken');
    expect(await permissionMode(folder.env(), '2.1.332')).toBe('auto');
  });
});

describe('Codex is started', () => {
  const settingsIn = (args: readonly string[]) => args.filter((_word, i) => args[i - 1] === '-c');

  it('in its sandbox without network, asked by its input, with Kernel’s tools and its credential by name', async () => {
    await using folder = await programFolder();
    const plan = await codexAdapter(folder.env()).launch(await request(folder));
    expect(plan.input).toBe(PROMPT);
    expect(plan.args.slice(0, 2)).toEqual(['exec', '--json']);
    expect(plan.args.at(-1)).toBe('-');
    expect(settingsIn(plan.args)).toEqual(
      expect.arrayContaining([
        'sandbox_mode="workspace-write"',
        'sandbox_workspace_write.network_access=false',
        'approval_policy="never"',
        'mcp_servers.kernel.args=["/kernel \\"x\\".mjs","mcp"]',
        'mcp_servers.kernel.default_tools_approval_mode="approve"',
      ]),
    );
    expect(settingsIn(plan.args).find((setting) => setting.includes('env_vars'))).toContain('KERNEL_SESSION_TOKEN');
  });

  it('told whether its sandbox has a network, as a person decided', async () => {
    await using folder = await programFolder();
    const adapter = codexAdapter(folder.env({ KERNEL_CODEX_NETWORK: '1' }));
    const { args } = await adapter.launch(await request(folder));
    expect(settingsIn(args)).toContain('sandbox_workspace_write.network_access=true');
    const work = {
      key: 'A-1',
      title: 't',
      goal: 'g',
      task_type: 'general',
      priority: 'medium',
      state: 'open',
    } as const;
    const workItem = { work, constraints: [], acceptance_criteria: [] };
    const source = { kind: 'WORK_ITEM', workItem } as const;
    const ids = { sessionId: 'ses_1', workItemId: 'wrk_1' };
    expect(adapter.compileProviderContext(source, ids).text).toContain('kernel decision record');
    expect(codexAdapter(folder.env()).compileProviderContext(source, ids).text).toContain('has no network');
  });

  it('without its look for a repository where there is none, here or above', async () => {
    await using folder = await programFolder();
    const asked = await request(folder);
    const adapter = codexAdapter(folder.env());
    expect((await adapter.launch(asked)).args).toContain('--skip-git-repo-check');
    await mkdir(join(folder.home, '.git'));
    expect((await adapter.launch(asked)).args).not.toContain('--skip-git-repo-check');
  });

  it('with the key that its model provider is configured to read, and no other', async () => {
    await using folder = await programFolder();
    await mkdir(join(folder.home, '.codex'));
    const config = `model_provider = "mine"
[model_providers.mine]
env_key = "MY_KEY"
env_http_headers = { "X-Team" = "MY_TEAM" }
[model_providers.other]
env_key = "OTHER_KEY"`;
    await writeFile(join(folder.home, '.codex', 'config.toml'), config);
    const env = folder.env({ MY_KEY: '1', MY_TEAM: '2', OTHER_KEY: '3', DATABASE_URL: '4' });
    expect((await codexAdapter(env).launch(await request(folder))).env).toEqual({ MY_KEY: '1', MY_TEAM: '2' });
    await writeFile(join(folder.home, '.codex', 'config.toml'), 'model_provider = [broken');
    await using other = await programFolder();
    expect((await codexAdapter(env).launch(await request(other))).env).toEqual({});
  });

  it('to go on with a thread, in the same sandbox', async () => {
    await using folder = await programFolder();
    const { args } = await codexAdapter(folder.env()).resume(await request(folder), '01a2');
    expect(args.slice(0, 4)).toEqual(['exec', 'resume', '01a2', '--json']);
    expect(settingsIn(args)).toContain('sandbox_mode="workspace-write"');
  });

  it('and takes away afterwards the empty folders that came with it, and none else', async () => {
    await using folder = await programFolder();
    const asked = await request(folder);
    const { workspace, launchDir } = asked;
    const adapter = codexAdapter(folder.env());
    await mkdir(join(workspace, '.aws'));
    await adapter.launch(asked);
    await mkdir(join(workspace, '.codex'));
    await mkdir(join(workspace, '.agents'));
    await writeFile(join(workspace, '.agents', 'mine.md'), 'kept');
    await symlink(folder.bin, join(workspace, '.git'));
    await adapter.tidy?.(workspace, launchDir);
    const left = async (name: string) =>
      access(join(workspace, name)).then(
        () => true,
        () => false,
      );
    expect([await left('.codex'), await left('.agents'), await left('.aws'), await left('.git')]).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

describe('the commands that run the tests of a project', () => {
  it.each([
    [
      { 'package.json': '{"scripts":{"test":"x"}}', 'pnpm-lock.yaml': '' },
      ['node --test', 'npm test', 'npm run test', 'pnpm test'],
    ],
    [{ 'package.json': '{"name":"x"}' }, ['node --test']],
    [{ 'package.json': 'broken' }, ['node --test']],
    [{ 'util.test.mjs': '' }, ['node --test']],
    [
      { 'util.py': '' },
      ['pytest', 'python -m pytest', 'python -m unittest', 'python3 -m pytest', 'python3 -m unittest'],
    ],
    [{ 'Cargo.toml': '' }, ['cargo test']],
    [{ 'go.mod': '', Makefile: 'build:\n\ntest: build\n' }, ['go test', 'make test']],
    [{ Makefile: 'build:\n' }, []],
    [{ 'README.md': '' }, []],
  ])('are told by its files: %o', async (files, commands) => {
    await using folder = await programFolder();
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder.home, name), text);
    expect(await testCommands(folder.home)).toEqual(commands);
  });
});
