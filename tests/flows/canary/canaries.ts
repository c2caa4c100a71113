import { capitals, hex, joined, random } from '#tests/fixtures/redaction/fabricate.ts';

/** A secret, and how somebody would let it slip into a text. */
export interface Canary {
  readonly name: string;
  readonly value: string;
  readonly text: string;
}

const canary = (name: string, value: string, text: string = value): Canary => ({ name, value, text });
/** Different from one canary to the next, so that a find says which one it is. */
const made = (length: number, seed: number): string => random(length, undefined, seed);
const line = made(64, 12);
const password = joined('Tr0ub4', 'dor-canary');
const inUrl = joined('s3cr3t', 'InUrl');

/** A dozen secrets of different classes. Add to them, and every input below is tried with the new one too. */
export const canaries: readonly Canary[] = [
  canary('assignment', password, `DB_PASSWORD=${password}`),
  canary('authorization', made(30, 1), `Authorization: Bearer ${made(30, 1)}`),
  canary('cookie', made(22, 2), `Cookie: sid=${made(22, 2)}`),
  canary('url-password', inUrl, `postgres://app:${inUrl}@db/app`),
  canary('signature', made(43, 3), `https://x.example/a?sig=${made(43, 3)}`),
  canary('private-key', line, joined('-----BEGIN PRIV', `ATE KEY-----\n${line}\n-----END PRIV`, 'ATE KEY-----')),
  canary('jwt', made(43, 4), joined('ey', 'JhbGciOiJIUzI1NiJ9.ey', `JzdWIiOiIxMjM0NTY3ODkwIn0.${made(43, 4)}`)),
  canary('kernel-token', joined('kr', 'n_', made(43, 5))),
  canary('github-token', joined('gh', 'p_', made(36, 6))),
  canary('aws-key', joined('AK', 'IA', capitals(16))),
  canary('slack-token', joined('xo', 'xb-', made(24, 7))),
  canary('model key', joined(hex(32), '.', made(16, 8))),
  canary('search-key', joined('tv', 'ly-', made(32, 9))),
  canary('webhook-secret', joined('whs', 'ec_', made(32, 10))),
];

/** Those that nothing has to announce: in a path, a name or a header there is no room for more than the secret. */
export const shapedCanaries: readonly Canary[] = canaries.filter(({ value, text }) => value === text);

/** All of them in one text. */
export const allCanaries: string = canaries.map(({ text }) => text).join('\n\n');

/** What came out somewhere, and where. */
export interface Output {
  readonly where: string;
  readonly text: string;
}

/** Which secrets stand in which outputs: nothing, when all is well. */
export const findCanaries = (outputs: readonly Output[]): string[] =>
  outputs.flatMap(({ where, text }) =>
    canaries
      .filter(({ value }) => text.includes(value))
      .map(
        ({ name, value }) =>
          `${name} in ${where}: …${text.slice(Math.max(0, text.indexOf(value) - 80), text.indexOf(value))}`,
      ),
  );
