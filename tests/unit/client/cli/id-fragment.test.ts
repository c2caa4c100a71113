import { describe, expect, it } from 'vitest';
import { givenId } from '#client/cli/references/id-fragment.ts';

const ID = 'hof_0198c3aa-1234-7000-8000-00009f2c1a8b';

describe('an id on the command line', () => {
  it('is taken whole', () => {
    expect(givenId('HANDOFF', ID)).toEqual({ whole: ID });
  });

  it.each([
    ['its beginning with the prefix', 'hof_0198c3', '0198c3'],
    ['its beginning alone', '0198C3AA-12', '0198c3aa12'],
    ['its end, as tables show it', '9f2c1a8b', '9f2c1a8b'],
    ['its end after the dots of a message', '…9f2c1a8b', '9f2c1a8b'],
    ['its beginning before the dots', '7b31…', '7b31'],
  ])('is looked up by %s', (_name, typed, fragment) => {
    expect(givenId('HANDOFF', typed)).toEqual({ fragment });
  });

  it('of another kind is refused, saying which kind belongs here', () => {
    expect(givenId('HANDOFF', ID.replace('hof', 'ses'))).toEqual({
      problem: expect.stringContaining('ids of a handoff begin with hof_') as string,
    });
  });

  it.each(['abc', 'xyzw', '', '%%%%', '0'.repeat(33)])('that is no id is refused: %j', (typed) => {
    expect(givenId('HANDOFF', typed)).toHaveProperty('problem');
  });
});
