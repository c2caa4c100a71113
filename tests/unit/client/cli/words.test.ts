import { expect, it } from 'vitest';
import { amount } from '#client/cli/output/words.ts';

it('counts one of a thing and many of it as people do', () => {
  expect([0, 1, 2].map((count) => amount(count, 'file'))).toEqual(['0 files', '1 file', '2 files']);
});
