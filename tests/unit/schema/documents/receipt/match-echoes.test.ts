import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchEchoes } from '#schema/documents/receipt/match-echoes.ts';
import type { ReceiptItem } from '#schema/documents/receipt/receipt-items.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

const items: ReceiptItem[] = [
  { key: 'goal', kind: 'GOAL', text: 'Old keys sign nothing any more.' },
  { key: 'objective', kind: 'OBJECTIVE', text: 'Finish the\n rotation' },
  { key: 'constraint-1', kind: 'CONSTRAINT', text: 'No downtime' },
  { key: 'constraint-2', kind: 'CONSTRAINT', text: 'no downtime' },
];

it('covers a statement by its key and by its text, whatever its case, white space and full stop', () => {
  expect(matchEchoes(items, ['goal', 'finish the rotation.'])).toEqual({ covered: ['goal', 'objective'], unknown: [] });
  expect(matchEchoes(items, ['NO  DOWNTIME']).covered).toEqual(['constraint-1', 'constraint-2']);
});

it('covers nothing by a part of a text, and names the echoes that mean nothing', () => {
  const echoes = ['downtime', 'constraint-3', 'Old keys sign nothing'];
  expect(matchEchoes(items, echoes)).toEqual({ covered: [], unknown: echoes });
});

it('covers everything when every text or key is said back, and never more when less is said', () => {
  const texts = fc.array(fc.tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.boolean()), { maxLength: 8 });
  fc.assert(
    fc.property(texts, (said) => {
      const told = said.map(([text], at): ReceiptItem => ({ key: `constraint-${at + 1}`, kind: 'CONSTRAINT', text }));
      const echoes = told.map(({ key, text }, at) => (said[at]?.[1] === true ? key : text));
      expect(matchEchoes(told, echoes)).toEqual({ covered: told.map(({ key }) => key), unknown: [] });
      expect(matchEchoes(told, []).covered).toEqual([]);
    }),
    propertyRuns(),
  );
});
