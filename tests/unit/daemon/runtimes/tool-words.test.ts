import { expect, it } from 'vitest';
import { letOut } from '#daemon/sessions/let-out.ts';
import { toolWords } from '#daemon/runtimes/tool-words.ts';
import { redactTexts } from '#schema/documents/redaction/redact-texts.ts';

it('leaves a secret whole where a line is cut later, so that no half of it is told', () => {
  for (let before = 150; before < 520; before += 10) {
    const secret = `${'gh'}p_${'a1B2c3D4'.repeat(5).slice(0, 36)}`;
    const summary = toolWords('Bash', { command: `echo ${'.'.repeat(before)} ${secret}` });
    const told = letOut(redactTexts({ kind: 'TOOL', summary } as const).value, 'FULL', '2026-01-01T00:00:00Z');
    expect(told.summary).not.toContain('a1B2');
    expect(told.summary?.length).toBeLessThanOrEqual(500);
  }
});
