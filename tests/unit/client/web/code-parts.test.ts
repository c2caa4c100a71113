import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeParts } from '#client/web/ui/text/code-parts.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

describe('a sentence that quotes a command', () => {
  it('has the command as code, and the rest as it is', () => {
    expect(codeParts('Run `codex login` there.')).toEqual([
      { text: 'Run ', isCode: false },
      { text: 'codex login', isCode: true },
      { text: ' there.', isCode: false },
    ]);
  });

  it('keeps a backtick that none closes', () => {
    expect(codeParts('Run `codex')).toEqual([{ text: 'Run `codex', isCode: false }]);
    expect(codeParts('``')).toEqual([{ text: '``', isCode: false }]);
  });

  it('loses nothing of any text', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('`', 'a', ' ', '<b>', '\n')), (pieces) => {
        const said = codeParts(pieces.join('')).map(({ text, isCode }) => (isCode ? `\`${text}\`` : text));
        expect(said.join('')).toBe(pieces.join(''));
      }),
      propertyRuns(),
    );
  });
});
