import { redact } from '#schema/documents/redaction/redact.ts';

/** Most characters of an answer that are kept. */
const MAX_CHARACTERS = 500;

/** The beginning of a receiver's answer as it is kept: short, storable, without what looks like a secret. */
export function redactedAnswer(answer: string): string {
  const text = answer.toWellFormed().replaceAll('\0', '�');
  return redact(text).text.slice(0, MAX_CHARACTERS).toWellFormed();
}
