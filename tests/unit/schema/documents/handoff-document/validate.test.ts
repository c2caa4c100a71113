import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentTemplate, progressNames, sectionNames } from '#schema/documents/handoff-document/sections.ts';
import { validateDocument } from '#schema/documents/handoff-document/validate.ts';
import { anyText } from '#tests/support/arbitraries.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';
import { sampleDocument } from './sample-document.ts';

const faultsOf = (text: string) => validateDocument(text).faults.map(({ code, line }) => [code, line]);
const changed = (from: string, to: string) => sampleDocument().replace(from, () => to);

describe('a valid document', () => {
  it('has six sections in order, three of them under Progress', () => {
    expect(validateDocument(sampleDocument())).toEqual({ isValid: true, faults: [], missingSections: [] });
  });

  it('may have nothing to say in any section', () => {
    expect(faultsOf(sampleDocument('None identified.'))).toEqual([]);
  });

  it.each([
    ['CR LF line ends', sampleDocument().replaceAll('\n', '\r\n')],
    ['CR line ends', sampleDocument().replaceAll('\n', '\r')],
    ['a byte order mark', `\uFEFF${sampleDocument()}`],
    ['a title', `# Handoff of today\n\n${sampleDocument()}`],
    ['closing marks on a heading', changed('## Goal', '## Goal ##')],
    ['a heading indented by three spaces', changed('## Goal', '   ## Goal')],
    ['a tab after the marks', changed('## Goal', '##\tGoal')],
    ['headings of lower levels inside', changed('## Key Decisions\n', '## Key Decisions\n### One\ntext\n#### Two\n')],
    ['a rule after an empty line', changed('## Key Decisions\n', '## Key Decisions\ntext\n\n---\n')],
    ['a rule right under a list', changed('## Next Steps', '---\n## Next Steps')],
  ])('may have %s', (_what, text) => {
    expect(faultsOf(text)).toEqual([]);
  });

  it.each([
    ['a code block', '```md\n## Goal\n## Extra\n```'],
    ['a code block of tildes', '~~~~\n## Goal\n~~~\n~~~~'],
    ['a code block of a list item', '- item\n\n  ```sh\n  ## Goal\n  ```'],
    ['a code block that begins with its list item', '- ```\n  ## Goal\n  ```'],
    ['a list item', '- item\n  ## Goal'],
    ['a quotation', '> ## Goal'],
    ['a comment', 'text\n\n<!--\n## Goal\n-->'],
    ['preformatted HTML', 'text\n\n<pre>\n## Goal\n</pre>'],
    ['indented code', 'text\n\n    ## Goal'],
  ])('may show a heading inside %s', (_what, shown) => {
    expect(faultsOf(changed('## Critical Context\n', `## Critical Context\n${shown}\n\n`))).toEqual([]);
  });
});

describe('what is wrong is named with its line', () => {
  it.each(sectionNames.filter((name) => name !== 'Progress'))('%s missing', (name) => {
    const text = sampleDocument().replace(new RegExp(`## ${name}\n`), '### Other\n');
    const { faults, missingSections } = validateDocument(text);
    expect(missingSections).toEqual([name]);
    expect(faults.some(({ code, section }) => code === 'missing_section' && section === name)).toBe(true);
    expect(faults.map(({ message }) => message).join()).toContain(name);
  });

  it.each(progressNames)('%s missing under Progress', (name) => {
    const { faults, missingSections } = validateDocument(changed(`### ${name}\n`, '#### Other\n'));
    expect(missingSections).toEqual([`Progress / ${name}`]);
    expect(faults).toContainEqual(expect.objectContaining({ code: 'missing_section', section: `Progress / ${name}` }));
  });

  it('every section of an empty text', () => {
    expect(validateDocument('').missingSections).toEqual([
      ...sectionNames,
      ...progressNames.map((name) => `Progress / ${name}`),
    ]);
  });

  it.each([
    ['an empty section', changed('## Key Decisions\n- Rotate the keys', '## Key Decisions\n'), 'empty_section', 17],
    ['only a list marker', changed('## Key Decisions\n- Rotate the keys', '## Key Decisions\n- '), 'empty_section', 17],
    ['only a comment', changed('## Goal\nRotate the keys', '## Goal\n<!-- later -->'), 'empty_section', 1],
    [
      'only invisible characters',
      changed('## Goal\nRotate the keys', '## Goal\n\u200B\u2060\u3164'),
      'empty_section',
      1,
    ],
    ['an empty code block', changed('## Goal\nRotate the keys', '## Goal\n```\n```'), 'empty_section', 1],
    ['a section twice', `${sampleDocument()}\n## Goal\nagain`, 'duplicate_section', 27],
    ['a section too many', `${sampleDocument()}\n## Appendix\ntext`, 'unknown_section', 27],
    ['a sub-section too many', changed('## Key Decisions', '### Later\ntext\n## Key Decisions'), 'unknown_section', 17],
    [
      'dashes right under text',
      changed('## Goal\nRotate the keys', '## Goal\nRotate the keys\n---'),
      'unknown_section',
      3,
    ],
    ['text before the first section', `Dear colleague\n${sampleDocument()}`, 'text_before_first_section', 1],
    ['text of Progress outside its parts', changed('### Done', 'nearly\n### Done'), 'text_outside_subsection', 8],
    ['an open code block', changed('- Rotate the keys\n\n### Pending', '```\n\n### Pending'), 'unclosed_fence', 12],
    ['a NUL character', sampleDocument('a\0b'), 'invalid_character', 2],
    ['half of a surrogate pair', sampleDocument('a\uD800b'), 'invalid_character', 2],
    ['the text of the template', documentTemplate, 'unfilled_placeholder', 2],
  ])('%s', (_what, text, code, line) => {
    expect(faultsOf(text)).toContainEqual([code, line]);
  });

  it('sections in another order', () => {
    const text = sampleDocument()
      .replace('## Key Decisions', '## Critical Context')
      .replace(/## Critical Context(?=\n- Rotate the keys\n\n## Next)/, '## Key Decisions');
    expect(faultsOf(text)).toEqual([['wrong_order', 20]]);
  });

  it('a document beyond 2,000,000 bytes, before anything else is looked at', () => {
    expect(faultsOf(sampleDocument('é'.repeat(1_000_001)))).toEqual([['too_large', 1]]);
  });
});

describe('a heading that only looks like one', () => {
  it.each([
    ['another case', '## goal'],
    ['a colon', '## Goal:'],
    ['emphasis', '## **Goal**'],
    ['a number', '## 1. Goal'],
    ['a zero-width space', '## Go\u200Bal'],
    ['a zero-width space before it', '\u200B## Goal'],
    ['a Cyrillic letter', '## G\u043Eal'],
    ['full-width letters', '## \uFF27oal'],
    ['full-width marks', '\uFF03\uFF03 Goal'],
    ['a no-break space after the marks', '##\u00A0Goal'],
    ['a no-break space before the marks', '\u00A0## Goal'],
    ['no space after the marks', '##Goal'],
    ['level 1', '# Goal'],
    ['level 3', '### Goal'],
    ['bold text', '**Goal**'],
    ['dashes below', 'Goal\n----'],
    ['an emoji', '## 🎯 Goal'],
  ])('by %s is named, with the heading to write', (_what, heading) => {
    const { faults, isValid } = validateDocument(changed('## Goal', heading));
    expect(isValid).toBe(false);
    const fault = faults.find(({ code }) => code === 'look_alike_section');
    expect(fault).toMatchObject({ section: 'Goal' });
    expect(fault?.message).toContain('## Goal');
  });

  it('is no fault beside the right one', () => {
    expect(faultsOf(changed('## Critical Context\n', '## Critical Context\n**Goal**\n### Goal\n'))).toEqual([]);
  });

  it('finds other forms of an ampersand and of an accent', () => {
    for (const heading of [
      '## Constraints and Preferences',
      '## Constraints &amp; Preferences',
      '## Constraints ＆ Preferences',
    ]) {
      expect(faultsOf(changed('## Constraints & Preferences', heading))).toEqual([['look_alike_section', 4]]);
    }
  });
});

describe('any text', () => {
  it('is judged without an error, and is valid only without faults', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(anyText, fc.constantFrom('\n## Goal\n', '\n### Done\n', '\n```\n', '\n<!--\n'))),
        (parts) => {
          const { isValid, faults, missingSections } = validateDocument(parts.join(''));
          expect(isValid).toBe(faults.length === 0);
          if (missingSections.length > 0) expect(isValid).toBe(false);
          expect(faults.every(({ line, message }) => line >= 1 && message !== '')).toBe(true);
        },
      ),
      propertyRuns(),
    );
  });

  it.each([
    ['spaces', '## Goal' + ' '.repeat(600_000) + 'x'],
    ['marks', '#'.repeat(600_000)],
    ['backticks', '`'.repeat(600_000)],
    ['dashes', '- '.repeat(300_000)],
    ['open comments', '<!--'.repeat(150_000)],
    ['emphasis', '**'.repeat(300_000)],
    ['one paragraph', 'word\n'.repeat(100_000) + '---'],
  ])('of many %s takes no more than its length allows', (_what, text) => {
    expect(validateDocument(text).isValid).toBe(false);
  });
});
