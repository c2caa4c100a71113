import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8Bytes } from './utf8-bytes.ts';

/** SHA-256 of the UTF-8 bytes of `text`, as 64 lower-case hex digits. Synchronous, and the same in a browser. */
export function sha256Hex(text: string): string {
  return bytesToHex(sha256(utf8Bytes(text)));
}
