import { isPlaceholder } from './names/placeholders.ts';
import { kindOfName } from './names/secret-name.ts';

/** Shorter values are words and numbers that stand everywhere. */
const MIN_LENGTH = 8;
const URL_PASSWORD = /^[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:([^\s@]+)@/i;
/** A path says where a secret lies, and is none. */
const PATH = /^(?:~|\.{0,2})\/[\w./ -]*$/;

/**
 * The values of an environment that are secret by the name of their variable, and the passwords of its URLs: what
 * `secretValues` takes. Short values, paths and references are left out. The caller passes the environment, since this
 * room knows none.
 */
export function secretValuesOf(environment: Readonly<Record<string, string | undefined>>): string[] {
  const values = Object.entries(environment).flatMap(([name, value = '']) => {
    const password = URL_PASSWORD.exec(value)?.[1];
    if (password !== undefined) return [password];
    const kind = kindOfName(name);
    return kind === 'password' || kind === 'token' || kind === 'authorization' ? [value] : [];
  });
  return [...new Set(values)].filter(
    (value) => value.length >= MIN_LENGTH && !isPlaceholder(value) && !PATH.test(value),
  );
}
