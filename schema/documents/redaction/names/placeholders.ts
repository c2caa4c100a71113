/** Words that stand where a value would: types, literals, states and what forms and prose say. */
const NOT_VALUES = new Set(
  `string str text varchar char number integer int bigint float boolean bool object array list map dict bytes buffer
  any unknown never void uuid id json jwt null nil none undefined nan true false yes no on off empty blank default
  required optional hidden visible disabled enabled expired invalid valid missing wrong changed reset rotated revoked
  set unset redacted masked removed omitted secret token password passwd key credential credentials input output value
  field type name env environment file path header query body cookie basic bearer plain plaintext hashed encrypted
  identifier the a an is are was were be must should may can cannot will not never and or if when for in of to from
  with by this that these it its your our my you we they use used using see please`.split(/\s+/),
);

/** A reference to a value that lies elsewhere, or a mask: `${TOKEN}`, `<configured externally>`, `process.env.X`, `***`. */
const REFERENCE = new RegExp(
  [
    String.raw`^<[^<>]*>?$`,
    String.raw`^\$\{|^\$\(|^\$[A-Za-z_]+$|^\{\{|^#\{|^%[A-Za-z_]+%$|^%[sdv]$|^\{\w*\}?$|^@\w+@$|^:\w+$`,
    String.raw`^(?:process\.env|os\.environ|os\.getenv|import\.meta|env\.|secrets\.|vars\.|var\.|config\.|self\.|this\.)`,
    String.raw`^[*•.xX?_-]+$`,
    String.raw`^(?:your|my|some|example|sample|insert|replace|dummy)[-_ ]`,
  ].join('|'),
  'i',
);

/** Whether a value only stands for one. */
export function isPlaceholder(value: string): boolean {
  return (
    !/[\p{L}\p{N}]/u.test(value) ||
    NOT_VALUES.has(value.toLowerCase().replace(/[.!?:;|]+$/, '')) ||
    REFERENCE.test(value)
  );
}

/** Words of sentences beside those above, that make words in quotes a remark and no passphrase. */
const SAYS = new Set(
  `has have had been does did do than then there here what which who why how each at on into about after before again`.split(
    ' ',
  ),
);

/** Whether words say something of a value, as a description, a message or a label does, and are not the value. */
export const saysSomething = (words: string): boolean =>
  words
    .toLowerCase()
    .split(/[^\p{L}\p{N}'’-]+/u)
    .some((word) => NOT_VALUES.has(word) || SAYS.has(word));
