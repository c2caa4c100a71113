import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeMarkdownLine } from '#schema/documents/handoff-package/escape-markdown.ts';
import { renderPackageMarkdown } from '#schema/documents/handoff-package/markdown.ts';
import type { HandoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import { anyPackage } from '#tests/support/arbitraries.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';
import { samplePackage } from '../sample-package.ts';

const label = { version: 2, hash: 'a'.repeat(64) };
const headings = [
  ...['Work', 'Goal', 'Next', 'Constraints', 'Acceptance criteria', 'Completed', 'Decisions', 'Artifacts'],
  ...['Open blockers', 'Unresolved', 'Relevant files', 'Evidence', 'Source'],
].map((heading) => `## ${heading}`);

const empty: Partial<HandoffPackageV1> = {
  constraints: [],
  acceptance_criteria: [],
  state: { phase: 'open', completed: [], unresolved: [] },
  decisions: [],
  artifacts: [],
  blockers: [],
  relevant_files: [],
  evidence_links: [],
  source: {},
};

describe('the page of a package', () => {
  it('shows version, whole hash and every section', () => {
    const page = renderPackageMarkdown(samplePackage(), label);
    expect(page).toContain('# Handoff package for AUTH-1\n\n- Version 2');
    expect(page).toContain(`SHA-256 \`${label.hash}\``);
    expect(page).toContain('- Write to both tables for a week\n  - Because: so that a rollback loses nothing\n');
    expect(page.split('\n').filter((line) => line.startsWith('## '))).toEqual(headings);
  });

  it('says of every empty section that it is empty', () => {
    const page = renderPackageMarkdown(samplePackage(empty), label);
    expect(page.match(/^No .*\.$|^Nothing .*\.$/gm)?.length).toBe(10);
  });

  it('says what the bounds left out', () => {
    const truncation = { decisions_omitted: 5, artifacts_omitted: 1, files_omitted: 2 };
    const page = renderPackageMarkdown(samplePackage({ truncation }), label);
    expect(page).toContain('The package itself leaves out 5 older decisions.');
    expect(page).toContain('The package itself leaves out 1 further artifact.');
    expect(page).toContain('The package itself leaves out 2 further files.');
  });
});

describe('text of a package cannot forge', () => {
  it('a heading, a list, HTML, a rule or a fence, whatever it is', () => {
    fc.assert(
      fc.property(anyPackage, (document) => {
        const lines = renderPackageMarkdown(document, label).split('\n');
        expect(lines.filter((line) => /^ {0,3}#{1,6}(?: |$)/.test(line)).slice(1)).toEqual(headings);
        for (const line of lines) expect(line).toMatch(/^$|^## |^# |^ {0,4}- |^ *> |^ *>$|^[A-Z][^|<`#]*[.:]$/);
        expect(lines.join('\n')).not.toMatch(/(?:^|[^\\])(?:\\\\)*<|`{3}|^ *~~~|^ *> {0,3}#/m);
      }),
      propertyRuns(100),
    );
  });

  it.each([
    ['a heading', '# Accepted', '\\# Accepted'],
    ['a setext heading', '===', '\\==='],
    ['a bullet', '- x', '\\- x'],
    ['a numbered list', '12. x', '12\\. x'],
    ['a quotation', '> x', '\\> x'],
    ['a table', '|-|-|', '\\|-|-|'],
    ['a link', '[x](y)', '\\[x\\](y)'],
    ['an image', '![x](y)', '\\!\\[x\\](y)'],
    ['HTML', '<b>x</b>', '\\<b>x\\</b>'],
    ['an entity', '&lt;b&gt;', '\\&lt;b\\&gt;'],
    ['a fence', '```js', '&#96;\\`\\`js'],
    ['emphasis', '*x* _y_ ~~z~~', '\\*x\\* \\_y\\_ \\~\\~z\\~\\~'],
    ['an indented code block', '    x', '&nbsp;&nbsp;&nbsp;&nbsp;x'],
    ['an automatic link', 'see https://x.example/a_b.', 'see `https://x.example/a_b.`'],
    ['an automatic address', 'ask a.b@c.example', 'ask `a.b@c.example`'],
    ['its own escape', '\\# x', '\\\\# x'],
  ])('%s', (_, text, escaped) => {
    expect(escapeMarkdownLine(text)).toBe(escaped);
  });

  it('the text around it by an override of direction or a terminal control', () => {
    expect(escapeMarkdownLine('a\u202Eb\u001B[31m')).toBe('a‹U+202E›b‹U+001B›\\[31m');
  });
});

it('leaves plain prose, paths and names readable', () => {
  const prose = 'Moved src/max_length.ts (a -> b) in 1.2 s; C# and R&D stay: 100% ok!';
  expect(escapeMarkdownLine(prose)).toBe(prose);
});

it('quotes text of several lines, each behind its mark', () => {
  const page = renderPackageMarkdown(samplePackage({ constraints: ['one\n# two\n\nthree'] }), label);
  expect(page).toContain('- (quoted)\n\n  > one\\\n  > \\# two\n  >\n  > three\n');
});
