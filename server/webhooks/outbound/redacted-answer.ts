import { censor } from '#server/log/censor.ts';

/** Most characters of an answer that are kept. */
const MAX_CHARACTERS = 500;

/** What follows a key that names a secret: `"token":"…"`, `api_key=…`. */
const NAMED_SECRET =
  /((?:token|secret|password|passwd|cookie|credential|api[-_]?key|authorization)["']?\s*[:=]\s*["']?)[^\s"'&,;}]+/gi;
/** Our own secrets, and what is made like them. */
const KNOWN_SECRET = /\b(krn_|whsec_|sk-|ghp_|xox[a-z]-)[\w+/=-]{8,}/g;

/** The beginning of a receiver's answer as it is kept: short, storable, without what looks like a secret. */
export function redactedAnswer(answer: string): string {
  const text = answer.toWellFormed().replaceAll('\0', '�');
  const censored = String(censor(text));
  const redacted = censored.replace(NAMED_SECRET, '$1[redacted]').replace(KNOWN_SECRET, '$1[redacted]');
  return redacted.slice(0, MAX_CHARACTERS).toWellFormed();
}
