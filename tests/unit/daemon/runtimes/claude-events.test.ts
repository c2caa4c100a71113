import { describe, expect, it } from 'vitest';
import { readEvents } from '#daemon/runtimes/claude/read-events.ts';
import { replay } from './replay.ts';

const run = (recording: string, exit = {}) => replay(readEvents(), `claude/${recording}`, exit);

describe('what Claude Code says, by recordings of it', () => {
  it('tells its session and model, its words, each call with how long it took, what it used, and its end', async () => {
    const { events, verdict, told } = await run('rich');
    expect(events[0]).toMatchObject({
      kind: 'INIT',
      providerSessionId: '66666666-2222-4333-8444-555555555555',
      model: 'claude-opus-5-5',
    });
    expect(told.slice(1, 7)).toEqual([
      'MESSAGE Looking at the files. 🧪',
      'TOOL Read: /srv/lab/wrich/red.png',
      'TOOL Read: /srv/lab/wrich/a.py',
      'TOOL Bash: ls -la && false (failed)',
      'TOOL Edit: /srv/lab/wrich/a.py',
      'TOOL Agent: count lines',
    ]);
    expect(events[2]).toMatchObject({ count: 1, durationMs: 85 });
    expect(events.at(-2)).toMatchObject({
      kind: 'USAGE',
      model: 'claude-opus-5-5',
      inputTokens: 500,
      outputTokens: 100,
      costMicroUsd: 4000,
    });
    expect(events.at(-1)).toMatchObject({ kind: 'COMPLETED', durationMs: 806, count: 6 });
    expect(verdict).toEqual({ reason: 'COMPLETED', detail: null });
  });

  it('reads version 2.0.76 too, which names two models and no times of calls', async () => {
    const { events, verdict } = await run('basic-2.0.76');
    expect(events.map(({ kind }) => kind)).toEqual([
      'INIT',
      'MESSAGE',
      'TOOL',
      'MESSAGE',
      'USAGE',
      'USAGE',
      'COMPLETED',
    ]);
    expect(events[2]).not.toHaveProperty('durationMs');
    expect(verdict.reason).toBe('COMPLETED');
  });

  it('tells what was not allowed once, as blocked and not as done, in both permission modes', async () => {
    for (const mode of ['perm-acceptEdits', 'perm-auto']) {
      const { told } = await run(mode);
      const denied = told.filter((line) => line.startsWith('BLOCKED Not allowed: '));
      expect(denied).toHaveLength(2);
      expect(denied[0]).toContain('Bash: node -e 1');
      expect(told.filter((line) => line.startsWith('TOOL') && line.includes('node -e'))).toEqual([]);
    }
  });

  it('tells that the classifier of auto mode does not run', async () => {
    const { told } = await run('perm-auto');
    expect(
      told.some((line) => line.startsWith('BLOCKED Auto mode can’t') || line.includes("can't check actions")),
    ).toBe(true);
  });

  it('does not take for its own words what was said to the model', async () => {
    const { told } = await run('compact-auto');
    expect(told.filter((line) => line.startsWith('MESSAGE'))).toEqual([
      'MESSAGE It made its context shorter.',
      'MESSAGE Finished after compaction.',
    ]);
  });

  it.each([
    ['fail-401-retries0', 'NOT_SIGNED_IN', '/login'],
    ['fail-429', 'RATE_LIMITED', 'later'],
    ['fail-404-model', 'CRASHED', 'selected model'],
    ['fail-server-down-retries1', 'CRASHED', 'ECONNREFUSED'],
    ['sigint-during-tool', 'CRASHED', 'ended with an error'],
    ['sigterm-during-tool', 'CRASHED', 'without a last word'],
    ['retry-529-then-ok', 'COMPLETED', undefined],
    ['mcp', 'COMPLETED', undefined],
    ['mcp-broken-server', 'COMPLETED', undefined],
  ])('judges %s as %s though it left with 0', async (recording, reason, remedy) => {
    const { verdict } = await run(recording);
    expect(verdict.reason).toBe(reason);
    if (remedy === undefined) expect(verdict.detail).toBeNull();
    else expect(verdict.detail).toContain(remedy);
  });

  it('tells each request that is sent again', async () => {
    const { told } = await run('fail-429');
    expect(told.filter((line) => line.startsWith('BLOCKED'))).toEqual([
      'BLOCKED A request failed (rate_limit) and is sent again.',
      'BLOCKED A request failed (rate_limit) and is sent again.',
    ]);
  });

  it('goes by the exit code only where there was no last word', async () => {
    const end = (code: number | null, stderr = '') => readEvents().end({ code, stderr });
    expect(end(127, 'not found').reason).toBe('RUNTIME_MISSING');
    expect(end(null).reason).toBe('LOST');
    expect(end(1, 'Not logged in · Please run /login').reason).toBe('NOT_SIGNED_IN');
    expect(end(1, 'No conversation found with session ID: b5a1').detail).toBe(
      'Claude Code has the run no more that it was to go on with: No conversation found with session ID: b5a1. Start another session: it is briefed from the record.',
    );
    expect(end(137)).toMatchObject({
      reason: 'CRASHED',
      detail: 'Claude Code was ended by signal 9 without a last word.',
    });
    expect((await run('rich', { code: 1 })).verdict).toMatchObject({ reason: 'COMPLETED', detail: /exit code 1/ });
  });

  it('passes over what it does not understand', () => {
    const reader = readEvents();
    for (const line of [
      '',
      '{',
      '[]',
      'null',
      '7',
      '{"type":"system","subtype":"new"}',
      '{"type":"assistant"}',
      '{"type":7}',
    ]) {
      expect(reader.read(line)).toEqual([]);
    }
    const message = { content: [{ type: 'hologram' }, { type: 'text', text: 'still here' }] };
    expect(reader.read(JSON.stringify({ type: 'assistant', message }))).toMatchObject([{ text: 'still here' }]);
  });
});
