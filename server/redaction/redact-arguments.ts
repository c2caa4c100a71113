import { isPlainObject, redactTexts } from '#schema/documents/redaction/redact-texts.ts';
import { noteRedactions } from './noted-redactions.ts';

/**
 * What a command has to take as it is: a key is compared with others, and kept so that nothing of a secret in it can be
 * read; the address of a webhook is called.
 */
const takenAsItIs = ['idempotencyKey', 'url'];

/**
 * The arguments of a command without the secrets in their texts. This is the one way from callers to commands, so no
 * command sees, stores or passes on a secret that the redactor knows. Ids, hashes and words of the schema come through
 * unchanged, streams and moments are not looked into.
 */
export function redactArguments(given: readonly unknown[]): unknown[] {
  return given.map((argument) => {
    const { value, counts } = redactTexts(isPlainObject(argument) ? without(argument) : argument);
    noteRedactions(counts);
    return isPlainObject(argument) ? { ...(value as object), ...only(argument) } : value;
  });
}

type Input = Readonly<Record<string, unknown>>;

const without = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => !takenAsItIs.includes(name)));

const only = (input: Input): Input =>
  Object.fromEntries(Object.entries(input).filter(([name]) => takenAsItIs.includes(name)));
