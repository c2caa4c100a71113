/**
 * What a name says about its value: a `password` may be any text, a `token` is made by a machine, `random` names (key,
 * session, signature) hold a secret only when the value looks drawn at random, and the headers have forms of their own.
 */
export type NameKind = 'password' | 'token' | 'random' | 'signature' | 'authorization' | 'cookie';

/** Longest name that is looked at, in characters. */
export const MAX_NAME_LENGTH = 256;
/** Names are few and come again; more than this are not kept. */
const MAX_KNOWN = 2_000;
const known = new Map<string, NameKind | null>();

const PASSWORD = new Set([
  ...['password', 'passwd', 'passphrase', 'pwd', 'passwort', 'secret', 'secrets', 'credential', 'credentials'],
]);
/** Before one of these, `pass` and `pw` are passwords and not results of tests. */
const OF_SOMEBODY = new Set([
  'db',
  'user',
  'smtp',
  'mail',
  'admin',
  'root',
  'my',
  'ftp',
  'ssh',
  'sudo',
  'sql',
  'redis',
]);
/** What is counted, paged or parsed by tokens. */
const NO_SECRET_TOKEN = new Set([
  ...['next', 'prev', 'previous', 'page', 'continuation', 'cursor', 'sync', 'max', 'min', 'num', 'per', 'first'],
  ...['last', 'pad', 'bos', 'eos', 'unk', 'mask', 'sep', 'cls', 'stop', 'start', 'end', 'special', 'input', 'output'],
]);
/** Before one of these, a `key` opens something. */
const OPENS = new Set([
  ...['api', 'secret', 'private', 'access', 'auth', 'signing', 'encryption', 'master', 'account', 'shared', 'storage'],
  ...['ssh', 'deploy', 'license', 'service', 'admin', 'client', 'consumer', 'app', 'subscription', 'session', 'hmac'],
  ...['aes', 'rsa', 'crypto', 'decryption', 'webhook', 'write', 'ingest', 'integration', 'management', 'bot'],
]);
/** Words written as one: `apikey`, `dbpassword`, `PGPASSWORD`. */
const JOINED_PASSWORD = /(?:password|passwd|passphrase|secret)$/;
const JOINED_TOKEN =
  /^(?:[a-z]*(?:api|secret|private|access|auth|signing|encryption|master|account)key|[a-z]*(?:auth|access|api|bearer|refresh|session|csrf|xsrf|id)token)$/;
const RANDOM = new Set(['key', 'session', 'sid', 'auth', 'otp', 'code', 'jwt', 'assertion', 'pat', 'bearer']);
/** Before one of these, a `key` names a column or a place. */
const NO_SECRET_KEY = new Set([
  ...['primary', 'foreign', 'public', 'partition', 'sort', 'cache', 'idempotency', 'composite', 'unique', 'row'],
]);
const SIGNATURE = new Set(['signature', 'sig']);

/** What the name says; null when it says nothing. `before` is the word before a name of one word, as in "API key". */
export function kindOfName(name: string, before = ''): NameKind | null {
  if (name.length > MAX_NAME_LENGTH) return null;
  const id = before === '' ? name : `${before} ${name}`;
  const earlier = known.get(id);
  if (earlier !== undefined) return earlier;
  const kind = judgeName(name, before);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(id, kind);
  return kind;
}

function judgeName(name: string, before: string): NameKind | null {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  const previous = words.at(-2) ?? before.toLowerCase();
  if (PASSWORD.has(last)) return 'password';
  if (last === 'pass' || last === 'pw') return OF_SOMEBODY.has(previous) ? 'password' : null;
  if (last === 'token') return NO_SECRET_TOKEN.has(previous) ? null : 'token';
  if (last === 'key' && OPENS.has(previous)) return 'token';
  if (last === 'key' && NO_SECRET_KEY.has(previous)) return null;
  if (last === 'authorization') return 'authorization';
  if (last === 'cookie') return 'cookie';
  if (SIGNATURE.has(last)) return 'signature';
  if (JOINED_PASSWORD.test(last)) return 'password';
  if (JOINED_TOKEN.test(last)) return 'token';
  return RANDOM.has(last) ? 'random' : null;
}

/** `BRAVE_SEARCH_API_KEY`, `x-api-key` and `clientSecret` as words in lower case. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}
