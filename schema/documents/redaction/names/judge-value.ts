import { looksRandom } from './entropy.ts';
import { isPlaceholder, saysSomething } from './placeholders.ts';
import type { NameKind } from './secret-name.ts';

/** How a name and its value are written. */
export type Form =
  /** `NAME=value`, `--name=value`, `?name=value`, or a name all in capitals: nobody's prose. */
  | 'strict'
  /** Between quotes. */
  | 'quoted'
  /** `name: value` and `name = value`, which prose and code write too. */
  | 'loose';

/** Whether several words in quotes are the value that the name gives, by how the two are written. */
export type Phrase =
  /** `API_TOKEN="correct horse battery"`: a line of an environment, and nobody's prose. */
  | 'sure'
  /** `api_token = "…"`, `API_TOKEN: "…"`: unless the words say something of it, as messages and descriptions do. */
  | 'likely'
  | 'no';

export interface Written {
  readonly name: string;
  readonly kind: NameKind;
  readonly form: Form;
  /** Of a value in quotes. */
  readonly phrase: Phrase;
  /** The text that follows the value; only its first character counts. */
  readonly after: string;
}

/** One of our ids, whatever the name: an id is no secret. */
const OUR_ID = /^[a-z]{3}_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const URL = /^[a-z][a-z0-9+.-]{1,20}:\/\//i;
/** A path of plain words; a random text may begin with a slash too. */
const PATH = /^(?:~|\.{1,2}|[A-Za-z]:)?[/\\](?:[\w .@-]+[/\\])*[\w .@-]*$/;
const NUMBER = /^[+-]?[\d.,:_]+%?$/;
const CALL = /^[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$][\w$]*)*(?:\(|\[|\?\.|`)/;
const MEMBER = /^[A-Za-z_$][\w$]{0,40}(?:\??\.[A-Za-z_$][\w$]{0,40})+[;!]?$/;
const LETTERS = /^[\p{L}\p{M}_$]+[;!?]?$/u;

/** Whether the value that a name gives is a secret, and not a type, a number, code, a path, a reference or prose. */
export function isSecretValue(value: string, written: Written): boolean {
  if (isPlaceholder(value) || OUR_ID.test(value) || URL.test(value)) return false;
  if (letters(value) === letters(written.name)) return false;
  if (written.kind === 'random' || written.kind === 'signature')
    return looksRandom(value) || isSignature(value, written);
  if (PATH.test(value) && !looksRandom(value.replaceAll('/', ''))) return false;
  if (NUMBER.test(value)) return isSecretNumber(value, written);
  if (written.form === 'quoted') return isSecretQuoted(value, written);
  if (CALL.test(value + written.after.slice(0, 1)) || isMember(value)) return false;
  return written.form === 'strict' ? isSecretStrict(value, written) : isSecretLoose(value, written);
}

const letters = (text: string) => text.replace(/[^A-Za-z0-9]/g, '').toLowerCase();
const isWords = (value: string) => LETTERS.test(value);
const isMember = (value: string) => MEMBER.test(value) && !looksRandom(value) && !/\d{3}/.test(value);

/** In a URL's query a signature is one whatever it is made of. */
const isSignature = (value: string, { kind, form }: Written) =>
  kind === 'signature' && form === 'strict' && value.length >= 16 && /\d/.test(value);

/** Passwords may be numbers; how many tokens there are is one too. */
function isSecretNumber(value: string, { kind, form }: Written): boolean {
  if (kind === 'password') return value.length >= (form === 'loose' ? 6 : 4) && /^\d+$/.test(value);
  return value.length >= 20 && /^\d+$/.test(value);
}

function isSecretQuoted(value: string, { name, kind, phrase }: Written): boolean {
  if (phrase === 'sure' && isProse(value) && !/\byour\b/i.test(value)) return true;
  if (kind === 'password') return !/^(?:[A-Z][a-z]+ ){2,}/.test(value) || /\d/.test(value) || !saysSomething(value);
  if (phrase === 'likely' && PASSPHRASE.test(value) && !saysSomething(value)) return true;
  if (isCapital(name)) return !isProse(value);
  if (isProse(value)) return false;
  return !isWords(value) || (value.length >= 16 && isMixed(value) && !isCamel(value));
}

/** Words in small letters, with nothing of a sentence between them. */
const PASSPHRASE = /^[\p{Ll}\p{Lo}\p{N}'-]+(?: [\p{Ll}\p{Lo}\p{N}'-]+)+$/u;

/** Three words or more, or two with a full stop: what a description says of a token. */
const isProse = (value: string) => /^[^\s=]+(?:\s+[^\s=]+){2,}/.test(value) || /^[A-Za-z]+ [a-z]+[.:!?]?$/.test(value);

function isSecretStrict(value: string, { name, kind, after }: Written): boolean {
  if (isCapital(name)) return true;
  if (!isWords(value)) return true;
  if (kind === 'token') return value.length >= 16 && isMixed(value) && !isCamel(value);
  return !/^[,)]/.test(after) && !isCamel(value);
}

function isSecretLoose(value: string, { name, kind, after }: Written): boolean {
  if (isCapital(name) && name.includes('_')) return true;
  if (isWords(value)) {
    if (kind !== 'password') return value.length >= 16 && isMixed(value) && !isCamel(value);
    return /^[a-z]+$/.test(value) && /^(?:\r?\n|$)/.test(after);
  }
  if (kind === 'password') return /\d|[^\w.;'()-]/.test(value);
  return value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value);
}

/** A name all in capitals, as variables of an environment have. */
export const isCapital = (name: string) => /^-*[A-Z][A-Z0-9_]{3,}$/.test(name);
const isMixed = (value: string) => /[a-z]/.test(value) && /[A-Z]/.test(value);
/** `accessTokenOfUser`, `AccessToken`, `access_token`: humps of two letters or more. */
const isCamel = (value: string) =>
  /[a-z][A-Z]|_/.test(value) && /^_*[A-Z]?[a-z]{2,}(?:[A-Z]{1,4}[a-z]{2,}|_[a-z]+)*[A-Z]*[;!?]?$/.test(value);
