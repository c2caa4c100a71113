import { addCounts, type RedactionClass, type RedactionCounts } from './classes.ts';
import { markerAt, markerOf } from './marker.ts';
import { isCapital, isSecretValue } from './names/judge-value.ts';
import { kindOfName, type NameKind } from './names/secret-name.ts';
import { redact, type RedactionOptions } from './redact.ts';
import { isPlainObject } from './redact-texts.ts';

/** Deeper than this a value is replaced as a whole: no honest document is. */
const MAX_DEPTH = 200;
const TOO_DEEP = '[too deep]';
/** Fields that hold the name of what a field beside them holds: `{ "name": "API_KEY", "value": "…" }`. */
const NAME_FIELDS = ['name', 'key', 'variable', 'header', 'field'];
const VALUE_FIELDS = new Set(['value', 'values', 'val', 'content', 'default']);

export interface RedactedJson<T> {
  /** A copy of the value; its shape is the same, down to the text in it. */
  readonly value: T;
  readonly counts: RedactionCounts;
}

/**
 * Redacts a structured value: every text in it, keys included, and under a secret name also texts that give no other
 * sign, however the name is written and wherever it stands (`clientSecret`, `BRAVE_SEARCH_API_KEY`, or in a `name` beside
 * a `value`). Numbers stay but for passwords. Whatever is neither array nor plain object is passed through as it is.
 */
export function redactJson<T>(value: T, options: RedactionOptions = {}): RedactedJson<T> {
  const walk = new Walk(options);
  return { value: walk.visit(value, '', 0) as T, counts: walk.counts };
}

class Walk {
  readonly counts: RedactionCounts = {};
  readonly #options: RedactionOptions;

  constructor(options: RedactionOptions) {
    this.#options = options;
  }

  /** `name` is what the value is called; empty where nothing calls it. */
  visit(value: unknown, name: string, depth: number): unknown {
    if (typeof value === 'string') return this.#text(value, name);
    if (typeof value === 'number') return this.#number(value, name);
    if (!isPlain(value)) return value;
    if (depth >= MAX_DEPTH) return TOO_DEEP;
    if (Array.isArray(value)) return this.#list(value, name, depth);
    const named = nameBeside(value);
    const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
      const called = VALUE_FIELDS.has(key.toLowerCase()) && named !== '' ? named : nameOf(key, inner, name);
      return [this.#text(key, ''), this.visit(inner, called, depth + 1)];
    });
    return Object.fromEntries(entries);
  }

  /** Also the arguments of a command, where a flag names what follows it. */
  #list(values: readonly unknown[], name: string, depth: number): unknown[] {
    return values.map((value, i) => {
      const before = values[i - 1];
      const isFlagged = typeof before === 'string' && /^--?[A-Za-z][\w-]*$/.test(before) && kindOfName(before) !== null;
      return this.visit(value, isFlagged ? before : name, depth + 1);
    });
  }

  #text(text: string, name: string): string {
    const kind = name === '' ? null : kindOfName(name);
    if (kind !== null && this.#isSecret(text, name, kind)) return this.#replaced('assignment');
    const redacted = redact(text, this.#options);
    addCounts(this.counts, redacted.counts);
    return redacted.text;
  }

  #isSecret(text: string, name: string, kind: NameKind): boolean {
    if (kind === 'cookie') return /^[^=\s]+=/.test(text) && markerAt(text, 0) === null;
    if (markerAt(text, 0) !== null) return false;
    const phrase = isCapital(name) ? 'likely' : 'no';
    return isSecretValue(text, { name, kind, form: 'quoted', phrase, after: '' });
  }

  #number(value: number, name: string): unknown {
    const isSecret = name !== '' && kindOfName(name) === 'password' && this.#isSecret(String(value), name, 'password');
    return isSecret ? this.#replaced('assignment') : value;
  }

  #replaced(name: RedactionClass): string {
    addCounts(this.counts, { [name]: 1 });
    return markerOf(name);
  }
}

const isPlain = (value: unknown): value is object => Array.isArray(value) || isPlainObject(value);

/** What a `name` field beside a `value` says; empty where there is none. */
function nameBeside(value: object): string {
  for (const [key, inner] of Object.entries(value)) {
    if (NAME_FIELDS.includes(key.toLowerCase()) && typeof inner === 'string' && kindOfName(inner) !== null)
      return inner;
  }
  return '';
}

/** A password or credential may be an object or a list: all texts in it are then its parts. A token's object has an id. */
function nameOf(key: string, inner: unknown, outer: string): string {
  if (kindOfName(key) !== null) return isPlain(inner) && kindOfName(key) !== 'password' ? '' : key;
  return outer !== '' && kindOfName(outer) === 'password' ? outer : key;
}
