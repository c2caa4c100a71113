import { describe, expect, it } from 'vitest';
import { parseMoment } from '#schema/arguments/parse-moment.ts';

describe('a moment that a client sends', () => {
  it.each([
    ['2026-01-31T08:15:00.000Z', '2026-01-31T08:15:00.000Z'],
    ['2026-01-31T08:15:00Z', '2026-01-31T08:15:00.000Z'],
    ['2026-01-31T10:15:00.5+02:00', '2026-01-31T08:15:00.500Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('is taken as what it says: %s', (text, moment) => {
    expect(parseMoment(text).toISOString()).toBe(moment);
  });

  it.each([
    ...['', '0', '99999', '2026', '2026-01-31', '2026-01-31T08:15', '2026-01-31 08:15:00Z', '2026-01-31T08:15:00'],
    ...[
      '2026-02-30T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-00-10T00:00:00Z',
      '2025-02-29T00:00:00Z',
      '2026-01-31T25:00:00Z',
    ],
    ...['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-01:00', '2026-01-31T08:15:00+99:00'],
    ...['+010000-01-01T00:00:00.000Z', '-000001-01-01T00:00:00.000Z', '+275760-09-13T00:00:00.000Z', 'Sat Jan 31 2026'],
  ])('is refused when it names none: %j', (text) => {
    expect(() => parseMoment(text)).toThrow('must be a moment such as 2026-01-31T08:15:00.000Z');
  });

  it('is refused when it is no text', () => {
    for (const value of [0, 1_769_847_300_000, null, true, {}, []])
      expect(() => parseMoment(value)).toThrow('DateTime');
  });
});
