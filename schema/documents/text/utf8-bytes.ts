const encoder = new TextEncoder();

/** The UTF-8 bytes of well-formed `text`. A lone surrogate would become U+FFFD: refuse or spell it out beforehand. */
export function utf8Bytes(text: string): Uint8Array {
  return encoder.encode(text);
}
