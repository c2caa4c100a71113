/** Bits a character that a random secret has at least, for its length. */
const MIN_BITS = 3.3;
/** Shorter values say too little about how they were made. */
const MIN_LENGTH = 20;

/** Whether a value looks drawn at random: long, of letters and digits, and no hash, id, number, path or words. */
export function looksRandom(value: string): boolean {
  if (value.length < MIN_LENGTH || !/^[\w+/=.~:%-]+$/.test(value)) return false;
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || isPublic(value)) return false;
  return bitsOf(value) >= MIN_BITS;
}

const UUID = /^(?:[a-z]{2,12}[_-])?[0-9a-f]{8}-?(?:[0-9a-f]{4}-?){3}[0-9a-f]{12}$/i;
const HASH = /^(?:(?:sha\d{1,3}|md5|blake\w{1,3})[:=-])?(?:[0-9a-f]+|[A-Za-z0-9+/]{43}=|[A-Za-z0-9+/]{86}==)$/i;
const NUMBERS = /^[\d.:T+Z_-]+$/;

/** Hashes, UUIDs, our own ids, times and versions: long and of many characters, and nobody's secret. */
const isPublic = (value: string): boolean => UUID.test(value) || HASH.test(value) || NUMBERS.test(value);

/** Shannon's measure: bits a character, by how often each occurs. */
function bitsOf(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
