import fc from 'fast-check';
import {
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
  type GraphQLInputObjectType,
} from 'graphql';

/** Texts that break what handles text without care: what a database, a file, a URL or a pattern cannot take. */
export const hostileTexts: readonly string[] = [
  ...[
    '',
    ' ',
    '\n',
    '\t\r',
    '\0',
    'a\0b',
    '\ud800',
    'x\udc00',
    '\udfff\ud800',
    '\ufeff',
    '\u202etxet',
    '\u2028',
    '\u0085',
  ],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', '-0', '1e999', '٣', '１'],
  ...[
    '\'; DROP TABLE "Event"; --',
    '%',
    '_',
    '\\',
    '\\0',
    '$1',
    '${x}',
    '{{x}}',
    '{"a":1}',
    '[]',
    '../../etc/passwd',
    'C:\\x',
  ],
  ...[
    'javascript:alert(1)',
    'file:///etc/passwd',
    'http://[::1',
    'https://user:pw@host/',
    'data:,x',
    '//host',
    '/',
    '.',
    '..',
    'a//b',
    'a/./b',
  ],
  ...[
    '0000-00-00',
    '2026-02-30T00:00:00Z',
    '+275760-09-13T00:00:00.000Z',
    '-271821-04-20T00:00:00.000Z',
    '0',
    '99999',
    '2026-01-01',
  ],
  ...[
    '😀'.repeat(300),
    'é'.normalize('NFD'),
    'ﬀ',
    '\u{10ffff}',
    'x'.repeat(5_000),
    '\ud800'.repeat(3_000),
    'x'.repeat(150_000),
  ],
  ...['wrk_', 'hof_\0', 'ses_x', 'AUTH-0', 'AUTH-9999999999', 'auth-1', 'tok_00000000-0000-7000-8000-000000000000'],
];

const hostileText = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 20 }),
);
const anyInt = fc.oneof(fc.constantFrom(0, 1, -1, 100, 2 ** 31 - 1, -(2 ** 31)), fc.nat({ max: 500 }));
const anyMoment = fc.oneof(
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom(
    '9999-12-31T23:59:59.999Z',
    '+010000-01-01T00:00:00.000Z',
    '0000-01-01T00:00:00.000Z',
    '-000001-12-31T00:00:00.000Z',
  ),
  hostileText,
);

/** Values that stand for something: real ids and keys, so that what is asked gets past the first look-up. */
export interface KnownValues {
  readonly ids: readonly string[];
  /** By the name of a field, values that are good there. */
  readonly byField: Readonly<Record<string, readonly unknown[]>>;
}

/** Any value that the schema takes for the type: well-typed, and as hostile as its type lets it be. */
export function anyValue(type: GraphQLInputType, known: KnownValues, field = ''): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return anyValue(type.ofType, known, field);
  if (isListType(type)) {
    const list = fc.array(anyValue(type.ofType, known, field), { maxLength: 4 });
    return fc.oneof(
      { weight: 9, arbitrary: list },
      { weight: 1, arbitrary: list.map((items) => Array.from({ length: 60 }, () => items).flat()) },
    );
  }
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map(({ name }) => name));
  if (isInputObjectType(type)) return anyObject(type, known);
  const hostile = scalars[type.name] ?? hostileText;
  const good = type.name === 'ID' ? [...known.ids, ...(known.byField[field] ?? [])] : (known.byField[field] ?? []);
  return good.length === 0
    ? hostile
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: hostile });
}

const scalars: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  Int: anyInt,
  Float: fc.double({ noDefaultInfinity: true, noNaN: true }),
  Boolean: fc.boolean(),
  DateTime: anyMoment,
};

function anyObject(type: GraphQLInputObjectType, known: KnownValues): fc.Arbitrary<unknown> {
  const fields = Object.values(type.getFields());
  if (type.isOneOf)
    return fc.oneof(
      ...fields.map(({ name, type: of }) => anyValue(of, known, name).map((value) => ({ [name]: value }))),
    );
  const model = Object.fromEntries(
    fields.map((field) => {
      const value = anyValue(field.type, known, field.name);
      return [field.name, isNonNullType(field.type) ? value : fc.option(value, { freq: 8 })];
    }),
  );
  return fc.record(model, { requiredKeys: fields.filter(isRequiredInputField).map(({ name }) => name) });
}
