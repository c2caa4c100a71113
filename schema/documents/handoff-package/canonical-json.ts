import { CanonicalJsonError } from './canonical-json-error.ts';
import { compareCodePoints } from './compare-code-points.ts';

/** Deeper nesting, a value that contains itself included, is refused instead of overflowing the stack. */
const maximumDepth = 200;

/**
 * The one JSON text of `value`: object keys sorted by code point, no whitespace, strings as UTF-8 with only the escapes
 * JSON demands, numbers as ECMAScript prints them (`-0` is `0`). This is RFC 8785 but for the order of keys, which
 * there is by UTF-16 unit.
 *
 * Throws CanonicalJsonError, naming the path, for what JSON cannot say or two readers could read differently: lone
 * surrogates, NaN and infinities, undefined, bigint, functions, symbols, holes in arrays, and objects of a class.
 */
export function canonicalJson(value: unknown): string {
  return write(value, '$', 0);
}

function write(value: unknown, path: string, depth: number): string {
  switch (typeof value) {
    case 'string':
      return writeString(value, path);
    case 'number':
      return writeNumber(value, path);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      return value === null ? 'null' : writeObject(value, path, depth);
    default:
      throw new CanonicalJsonError(path, `${typeof value} is not a JSON value.`);
  }
}

function writeString(text: string, path: string): string {
  const lone = text.search(/\p{Surrogate}/u);
  if (lone >= 0) throw new CanonicalJsonError(path, `the text holds a lone surrogate at index ${lone}.`);
  return JSON.stringify(text);
}

function writeNumber(number: number, path: string): string {
  if (!Number.isFinite(number)) throw new CanonicalJsonError(path, `${number} is not a finite number.`);
  return JSON.stringify(number);
}

function writeObject(value: object, path: string, depth: number): string {
  if (depth >= maximumDepth) {
    throw new CanonicalJsonError(path, `it is nested deeper than ${maximumDepth} levels, or contains itself.`);
  }
  if (Array.isArray(value)) return writeArray(value, path, depth);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    throw new CanonicalJsonError(path, 'it is an object of a class, not a plain object.');
  }
  if (Object.getOwnPropertySymbols(value).length > 0) throw new CanonicalJsonError(path, 'it has a symbol for a key.');
  const entries = Object.entries(value).sort(([a], [b]) => compareCodePoints(a, b));
  const members = entries.map(([key, member]) => {
    const memberPath = pathOfMember(path, key);
    return `${writeString(key, memberPath)}:${write(member, memberPath, depth + 1)}`;
  });
  return `{${members.join(',')}}`;
}

function writeArray(values: readonly unknown[], path: string, depth: number): string {
  // Array.from visits holes, which map would skip and join would print as nothing.
  return `[${Array.from(values, (value, at) => write(value, `${path}[${at}]`, depth + 1)).join(',')}]`;
}

function pathOfMember(path: string, key: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}
