import { describe, expect, it } from 'vitest';
import { createColors } from 'picocolors';
import { clipped, displayWidth } from '#client/cli/output/display-width.ts';
import { table } from '#client/cli/output/table.ts';
import { viewOf } from '#client/cli/output/view.ts';

const rows = [
  { id: 'hof_0198c3aa-0000-7000-8000-00009f2c1a8b', title: 'a\tb' },
  { id: 'hof_0198c3aa-0000-7000-8000-0000aabbccdd', title: '漢字 and more words than fit' },
];
const columns = [
  { title: 'ID', value: (row: { id: string }) => row.id, short: (row: { id: string }) => row.id.slice(-8) },
  { title: 'TITLE', value: (row: { title: string }) => row.title },
];

describe('a table', () => {
  it('has a header, short ids and clipped lines on a terminal', () => {
    const view = { isTerminal: true, columns: 30, colours: createColors(false) };
    expect(table(columns, rows, view)).toBe('ID        TITLE\n9f2c1a8b  a\\tb\naabbccdd  漢字 and more words…\n');
  });

  it('is whole values between tabs, without a header, where it is piped', () => {
    const view = { isTerminal: false, columns: 30, colours: createColors(false) };
    expect(table(columns, rows, view)).toBe(`${rows[0]?.id}\ta\\tb\n${rows[1]?.id}\t漢字 and more words than fit\n`);
  });
});

describe('the width of a line', () => {
  it('counts wide characters and emoji as two columns and a combined one once', () => {
    expect([displayWidth('abc'), displayWidth('漢字'), displayWidth('👩‍👩‍👧'), displayWidth('e\u0301')]).toEqual([
      3, 4, 2, 1,
    ]);
  });

  it('is cut between graphemes, never inside one', () => {
    expect(clipped('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 5)).toBe('👩‍👩‍👧👩‍👩‍👧…');
  });
});

describe('colours', () => {
  it.each([
    ['a terminal', { isTTY: true }, {}, true],
    ['a pipe', {}, {}, false],
    ['a terminal with NO_COLOR', { isTTY: true }, { NO_COLOR: '1' }, false],
    ['a dumb terminal', { isTTY: true }, { TERM: 'dumb' }, false],
  ])('on %s', (_name, stream, env, expected) => {
    expect(viewOf(stream, env).colours.isColorSupported).toBe(expected);
  });
});
