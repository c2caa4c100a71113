import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { manualResume } from '#daemon/mcp/tools/documents/manual-resume.ts';
import { shellLine } from '#daemon/mcp/tools/documents/shell-line.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

it('a shell reads a line back as the words it was made of', () => {
  const word = fc.string({ unit: fc.constantFrom("'", '"', ' ', '\\', '$', '`', '\n', 'a', 'é', '*', ';', '#') });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      const out = execFileSync('sh', ['-c', `printf '%s\\0' ${shellLine(words)}`], { encoding: 'utf8' });
      expect(out.split('\0').slice(0, -1)).toEqual(words);
    }),
    propertyRuns(25),
  );
});

it('the line for a fresh session is one line of visible ASCII, whatever the folder is called', () => {
  const line = manualResume('/tmp/a "b"\n\u001b[2J/é😀', { ref: 'handoff://1/2' });
  expect(line).toBe(
    'Resume task: call handoff_read(workspace="/tmp/a \\"b\\"\\n\\u001b[2J/\\u00e9\\ud83d\\ude00", ref="handoff://1/2") and proceed with the next steps. Do not create a new handoff.',
  );
  expect(JSON.parse(/workspace=("(?:[^"\\]|\\.)*")/.exec(line)?.[1] ?? '')).toBe('/tmp/a "b"\n\u001b[2J/é😀');
});
