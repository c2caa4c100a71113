import { describe, expect, it } from 'vitest';
import { clientHome } from '#tests/support/real-clis/client-home.ts';
import { realClis } from '#tests/support/real-clis/real-clis.ts';
import { runClaude } from '#tests/support/real-clis/run-claude.ts';
import { runCodex } from '#tests/support/real-clis/run-codex.ts';
import { startScriptedModel } from '#tests/support/scripted-model/start-scripted-model.ts';

const clis = await realClis();

describe.skipIf(clis === null)('the real clients with a scripted model', () => {
  it('Claude Code runs a tool that the model asks for, and says its last word', async () => {
    if (clis === null) return;
    await using home = await clientHome();
    await using model = await startScriptedModel([
      { calls: [{ tool: 'Bash', input: { command: 'echo kernel-was-here', description: 'say it' } }] },
      { text: 'Done.' },
    ]);
    const run = await runClaude(clis, home, model, { prompt: 'Say it.', args: ['--allowedTools', 'Bash(echo:*)'] });
    expect(run.stderr).toBe('');
    expect(run.events.at(-1)).toMatchObject({ type: 'result', is_error: false, result: 'Done.' });
    expect(model.seen()).toContain('kernel-was-here');
  });

  it('Codex runs a tool that the model asks for, and says its last word', async () => {
    if (clis === null) return;
    await using home = await clientHome();
    await using model = await startScriptedModel([
      { calls: [{ tool: 'exec_command', input: { cmd: 'echo kernel-was-here' } }] },
      { text: 'Done.' },
    ]);
    const run = await runCodex(clis, home, model, { prompt: 'Say it.' });
    expect(run.events.at(-1)).toMatchObject({ type: 'turn.completed' });
    expect(model.seen()).toContain('kernel-was-here');
    expect(run.code).toBe(0);
  });
});
