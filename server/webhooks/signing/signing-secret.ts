import { randomBytes } from 'node:crypto';

/** Marks a signing secret, as Standard Webhooks writes it. */
const SECRET_PREFIX = 'whsec_';
/** Bytes of a key. The standard asks for 24 to 64. */
const KEY_BYTES = 32;

/** A new key to sign with. */
export const mintKey = (): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(KEY_BYTES));

/** The key as receivers keep it: `whsec_` and its bytes in base64. */
export const asSecret = (key: Uint8Array): string => SECRET_PREFIX + Buffer.from(key).toString('base64');
