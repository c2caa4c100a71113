/** The last three letters of every word that makes a name secret, and of `value`, beside which a name may stand. */
const ENDINGS = 'ord swd pwd ase ort ret ets ial als ass ken key ion sid uth otp ode jwt pat rer kie ure sig lue'.split(
  ' ',
);

/** By five bits of each of three characters, so that capitals and small letters are one. */
const known = new Uint8Array(1 << 15);
for (const ending of ENDINGS) known[hashAt(ending, 3)] = 1;
for (let first = 0; first < 32; first += 1) known[(first << 10) | hashAt('\0pw', 3)] = 1;

function hashAt(text: string, end: number): number {
  return (
    ((text.charCodeAt(end - 3) & 31) << 10) | ((text.charCodeAt(end - 2) & 31) << 5) | (text.charCodeAt(end - 1) & 31)
  );
}

/** A cheap look at how a word ends, `_` and `-` aside: false for most words, true for every secret name. */
export function mayEndSecretName(text: string, from: number, end: number): boolean {
  let last = end;
  while (last > from && (text[last - 1] === '_' || text[last - 1] === '-')) last -= 1;
  return last - from >= 2 && known[hashAt(text, last)] === 1;
}
