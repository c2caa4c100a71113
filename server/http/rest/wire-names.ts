import { z } from 'zod';

type LowerNames<Name extends string> = { readonly [N in Name as Lowercase<N>]: Lowercase<N> };

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

type Camelled<Fields> = { [Name in keyof Fields as Camel<Name & string>]: Fields[Name] };

/** A name of an enum as JSON spells it: `IN_PROGRESS` is `in_progress`. */
export const lowerCased = <Name extends string>(name: Name): Lowercase<Name> => name.toLowerCase() as Lowercase<Name>;

/** Schema of an enum's names in answers. */
export const answeredEnum = <Name extends string>(names: Readonly<Record<Name, Name>>) =>
  z.enum(
    Object.fromEntries(Object.keys(names).map((name) => [name.toLowerCase(), name.toLowerCase()])) as LowerNames<Name>,
  );

/** Schema of an enum's names in requests; the value comes out as the domain spells it. */
export const sentEnum = <Name extends string>(names: Readonly<Record<Name, Name>>) =>
  answeredEnum(names).transform((name) => (name as string).toUpperCase() as Name);

/** The fields of a body under the names of the domain's inputs: `target_runtime` becomes `targetRuntime`. Values stay. */
export const camelFields = <Fields extends object>(fields: Fields): Camelled<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase()),
      value as unknown,
    ]),
  ) as Camelled<Fields>;

/** A field's path as JSON spells it: `metCriteria[0]` is `met_criteria[0]`. */
export const snakeCased = (path: string): string => path.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
