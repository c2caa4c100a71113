import { isPlainObject, type RedactedTexts, redactTexts } from '#schema/documents/redaction/redact-texts.ts';

/** A key is compared with others, and the address of a webhook is called: both go out as they are. */
const SENT_AS_IT_IS = ['idempotencyKey', 'url'];

/**
 * The input of a command without the secrets in its texts, so that they never leave this machine. `secretValues` are
 * those that the machine itself knows, such as the values of its environment; the server cannot know them.
 */
export function withoutSecrets<I>(input: I, secretValues: readonly string[]): RedactedTexts<I> {
  const { value, counts } = redactTexts(input, { secretValues });
  if (!isPlainObject(input)) return { value, counts };
  const kept = Object.entries(input).filter(([name]) => SENT_AS_IT_IS.includes(name));
  return { value: { ...value, ...Object.fromEntries(kept) }, counts };
}
