import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEvents } from '#daemon/runtimes/codex/read-events.ts';
import { replay } from './replay.ts';

const NO_HOME = { CODEX_HOME: '/nonexistent' };
const run = (recording: string, exit = {}) => replay(readEvents(NO_HOME), `codex/${recording}`, exit);

describe('what Codex says, by recordings of it', () => {
  it('tells its thread, its words, what it did, what it used, and its end', async () => {
    const { events, verdict, told } = await run('rich');
    expect(events[0]).toEqual({ kind: 'STARTED', providerSessionId: '01a2285a-8986-72c1-8771-7104c0f3d513' });
    expect(told.slice(1)).toEqual([
      'INIT',
      'MESSAGE Looking. 🧪',
      "TOOL command: /bin/bash -lc 'cat a.py'",
      "TOOL command: /bin/bash -lc 'ls -la && false' (failed)",
      'TOOL file_change: update /srv/lab/wrich/a.py, add /srv/lab/wrich/sub/b.txt',
      'MESSAGE **Done.** Decision: x is 43.',
      'USAGE',
      'COMPLETED',
    ]);
    expect(events.at(-2)).toEqual({ kind: 'USAGE', inputTokens: 500, outputTokens: 100 });
    expect(verdict).toEqual({ reason: 'COMPLETED', detail: null });
  });

  it('names the model by Codex’s own record of the thread, as its output does not', async () => {
    const home = await mkdtemp(join(tmpdir(), 'kernel-codex-home-'));
    const day = join(home, 'sessions', '2026', '11', '29');
    await mkdir(day, { recursive: true });
    const context = (model: string) => JSON.stringify({ type: 'turn_context', payload: { model } });
    const lines = [
      '{"type":"session_meta"}',
      context('gpt-old'),
      context('gpt-5.5'),
      '{"type":"response_item"}',
      '{"ty',
    ];
    await writeFile(
      join(day, 'rollout-2026-11-29T17-29-12-01a2285a-8986-72c1-8771-7104c0f3d513.jsonl'),
      lines.join('\n'),
    );
    const { events } = await replay(readEvents({ CODEX_HOME: home }), 'codex/rich');
    await rm(home, { recursive: true });
    expect(events[1]).toEqual({ kind: 'INIT', model: 'gpt-5.5' });
    expect(events.at(-2)).toMatchObject({ kind: 'USAGE', model: 'gpt-5.5' });
  });

  it.each([
    ['fail-401', 'NOT_SIGNED_IN', 'codex login'],
    ['fail-missing-key-env', 'NOT_SIGNED_IN', 'LOOP_API_KEY'],
    ['fail-429-usage-limit', 'RATE_LIMITED', 'try again at'],
    ['fail-500', 'CRASHED', 'high demand'],
    ['fail-server-down-bounded', 'CRASHED', 'Connection failed'],
    ['sandbox-unavailable', 'SANDBOX_FAILED', 'namespaces'],
    ['sigterm-during-tool', 'CRASHED', 'without a last word'],
    ['basic-0.98.0', 'COMPLETED', undefined],
    ['code-mode-gpt-6.2-sol', 'COMPLETED', undefined],
    ['mcp-approved', 'COMPLETED', undefined],
    ['retry-stream-cut', 'COMPLETED', undefined],
    ['sandbox-workspace-write-network', 'COMPLETED', undefined],
  ])('judges %s as %s though it left with 0', async (recording, reason, remedy) => {
    const { verdict } = await run(recording);
    expect(verdict.reason).toBe(reason);
    if (remedy === undefined) expect(verdict.detail).toBeNull();
    else expect(verdict.detail).toContain(remedy);
  });

  it('tells each request that is sent again, and the error that ends the turn once', async () => {
    const { told } = await run('fail-401');
    expect(told.map((line) => line.slice(0, 24))).toEqual([
      'STARTED',
      'BLOCKED Reconnecting... ',
      'INIT',
      'FAILED unexpected status',
    ]);
  });

  it('F-17: goes by the exit code and the standard error only where there was no last word', () => {
    const end = (code: number | null, stderr = '') => readEvents(NO_HOME).end({ code, stderr });
    expect(end(126, 'Permission denied').reason).toBe('RUNTIME_MISSING');
    expect(end(null).reason).toBe('LOST');
    expect(end(1, 'Error: no route').detail).toBe('Codex left with exit code 1 without a last word: Error: no route');
    const gone = 'Error: thread/resume: thread/resume failed: no rollout found for thread id 01a2 (code -32600)';
    expect(end(1, `WARNING: proceeding\n${gone}\n`)).toMatchObject({
      reason: 'CRASHED',
      detail: `Codex has the run no more that it was to go on with: ${gone}. Start another session: it is briefed from the record.`,
    });
  });

  it('passes over what it does not understand', async () => {
    const reader = readEvents(NO_HOME);
    for (const line of ['', '{', '[]', 'null', '{"type":"item.updated"}', '{"type":"turn.failed"}', '{"type":7}']) {
      expect(await reader.read(line)).toEqual([]);
    }
    expect(await reader.read('{"type":"item.completed","item":{"type":"hologram"}}')).toEqual([]);
  });
});
