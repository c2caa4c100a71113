import { describe, expect, it } from 'vitest';
import { workspaceParts } from '#client/api/workspace-parts.ts';
import { parseNumstat } from '#client/cli/workspace/parse-numstat.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('git diff --numstat -z', () => {
  it('is read into paths and counts, whatever is in a name', () => {
    expect(parseNumstat(bytes('12\t3\tsrc/a.ts\u00000\t1\ttab\there\nand line\u0000'))).toEqual([
      { path: 'src/a.ts', insertions: 12, deletions: 3 },
      { path: 'tab\there\nand line', insertions: 0, deletions: 1 },
    ]);
  });

  it('counts a binary file as no lines', () => {
    expect(parseNumstat(bytes('-\t-\tlogo.png\u0000'))).toEqual([{ path: 'logo.png', insertions: 0, deletions: 0 }]);
  });

  it('gives both ends of a rename, the counts with the new one', () => {
    expect(parseNumstat(bytes('2\t1\t\u0000old.ts\u0000new.ts\u0000'))).toEqual([
      { path: 'old.ts', insertions: 0, deletions: 0 },
      { path: 'new.ts', insertions: 2, deletions: 1 },
    ]);
  });

  it('may be empty', () => {
    expect(parseNumstat(bytes(''))).toEqual([]);
  });

  it.each(['a diff', '1\t1\t\u0000old'])('refuses other text: %j', (text) => {
    expect(() => parseNumstat(bytes(text))).toThrow('git diff --numstat -z');
  });
});

describe('a large report', () => {
  it('is cut into parts that fit a request, nothing lost or repeated', () => {
    const files = Array.from({ length: 5_000 }, (_, i) => ({
      path: `${'d'.repeat(i % 300)}/${i}`,
      insertions: 1,
      deletions: 0,
    }));
    const parts = workspaceParts(files);
    expect(parts.flat()).toEqual(files);
    expect(Math.max(...parts.map((part) => JSON.stringify(part).length))).toBeLessThan(900_000);
  });
});
