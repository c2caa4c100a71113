import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CanonicalJsonError } from '#schema/documents/handoff-package/canonical-json-error.ts';
import { canonicalJson } from '#schema/documents/handoff-package/canonical-json.ts';
import { propertyRuns } from '#tests/support/property-runs.ts';

const anyJson = fc.jsonValue({ stringUnit: 'binary', maxDepth: 4 });

describe('canonical JSON', () => {
  it('does not depend on the order in which keys were set', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
      propertyRuns(500),
    );
  });

  it('is the same again after being read back', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
      }),
      propertyRuns(500),
    );
  });

  it('keeps text as UTF-8 and adds no whitespace', () => {
    expect(canonicalJson({ b: ['é', '😀', '\u007f'], a: null })).toBe('{"a":null,"b":["é","😀","\u007f"]}');
  });
});

describe('the published vectors of RFC 8785', () => {
  /** Appendix B, by the bits of the IEEE 754 double. */
  const numbers: readonly (readonly [bits: string, text: string])[] = [
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ];

  it.each(numbers)('prints the number %s as %s', (bits, text) => {
    expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
  });

  it.each([['7fffffffffffffff'], ['7ff0000000000000']])('refuses the number %s', (bits) => {
    expect(() => canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toThrow(CanonicalJsonError);
  });

  it('prints the sample of section 3.2.2, escapes and all', () => {
    const input = String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`;
    expect(canonicalJson(JSON.parse(input))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],` +
        String.raw`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
  });

  it('differs from section 3.2.3 in one place: an astral key comes after U+FB33, by code point, not before it', () => {
    const values = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    const order = [...canonicalJson(values).matchAll(/:"([^"]*)"/g)].map((match) => match[1]);
    const published = [
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ];
    expect(order).toEqual([...published.slice(0, 5), published[6], published[5]]);
  });
});

describe('values without canonical JSON', () => {
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  it.each<[string, unknown, string]>([
    ['a lone surrogate', { a: [{ b: 'x\ud800' }] }, '$.a[0].b'],
    ['a key with a lone surrogate', { 'x\udc00': 1 }, '$["x\\udc00"]'],
    ['not-a-number', [0, Number.NaN], '$[1]'],
    ['infinity', { n: -Infinity }, '$.n'],
    ['undefined', { n: undefined }, '$.n'],
    ['a hole in an array', new Array(2), '$[0]'],
    ['a bigint', { n: 1n }, '$.n'],
    ['a function', { f: () => 1 }, '$.f'],
    ['a date', { at: new Date(0) }, '$.at'],
    ['a map', new Map(), '$'],
    ['a symbol key', { [Symbol('s')]: 1 }, '$'],
  ])('refuses %s and names its place', (_, value, path) => {
    expect(refusal(value).path).toBe(path);
  });

  it('refuses a value that contains itself instead of overflowing the stack', () => {
    expect(refusal(cycle).message).toContain('contains itself');
  });
});

function refusal(value: unknown): CanonicalJsonError {
  try {
    canonicalJson(value);
  } catch (error) {
    if (error instanceof CanonicalJsonError) return error;
    throw error;
  }
  throw new Error('The value was accepted.');
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  );
}
