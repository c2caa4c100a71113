import {
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
  isScalarType,
  isEnumType,
} from 'graphql';
import { newKey } from '#tests/support/cast.ts';
import { allCanaries, canaries } from './canaries.ts';

type Values = Readonly<Record<string, unknown>>;

/** The text that a field is tried with, by turns: the next canary alone, or all of them. */
let turn = 0;
function nextText(): string {
  turn += 1;
  return turn % 2 === 0 ? allCanaries : canaries[Math.floor(turn / 2) % canaries.length]!.text;
}

/** The address of a webhook is kept as it is, since it is called. */
const KEPT_AS_IT_IS = 'url';

/** Every way to put a canary into the place of one text of the arguments, the others being as given. */
export function poisonedArguments(field: GraphQLField<unknown, unknown>, given: Values): Values[] {
  return poisonedMembers(field.args, given);
}

function poisonedMembers(members: readonly (GraphQLArgument | GraphQLInputField)[], given: Values): Values[] {
  return members
    .filter(({ name }) => name !== KEPT_AS_IT_IS)
    .flatMap(({ name, type }) =>
      poisonedValues(type, given[name]).map((value) => fresh({ ...given, [name]: value }, name)),
    );
}

/** Each request is a new one, unless its key is what is tried. */
const fresh = (values: Values, tried: string): Values =>
  'idempotencyKey' in values && tried !== 'idempotencyKey' ? { ...values, idempotencyKey: newKey() } : values;

/** Texts, ids, moments and words of the schema alike: what is refused is told why, and the sentence may quote. */
function poisonedValues(type: GraphQLInputType, given: unknown): unknown[] {
  const of = getNullableType(type);
  if (isListType(of)) {
    const items = Array.isArray(given) ? (given as unknown[]) : [];
    return poisonedValues(of.ofType, items[0]).map((item) => [item, ...items.slice(1)]);
  }
  if (isInputObjectType(of)) {
    if (typeof given === 'object' && given !== null)
      return poisonedMembers(Object.values(of.getFields()), given as Values);
    return [];
  }
  return isScalarType(of) || isEnumType(of) ? [nextText()] : [];
}

/** The same for JSON of the plain routes, whose fields no schema names here. */
export function poisonedJson(value: unknown): unknown[] {
  if (typeof value === 'string') return [nextText()];
  if (Array.isArray(value))
    return value.flatMap((item: unknown, at) => poisonedJson(item).map((bad) => (value as unknown[]).with(at, bad)));
  if (typeof value !== 'object' || value === null) return [];
  const members = Object.entries(value).flatMap(([name, member]) =>
    poisonedJson(member).map((bad) => ({ ...value, [name]: bad })),
  );
  return [...members, { ...value, [canaries[(turn += 1) % canaries.length]!.value]: 1 }];
}
