import { expect } from 'vitest';
import type { StoreError } from '#daemon/handoff-store/index.ts';

/** A refusal of the store with this code, and with a remedy, as every one has. */
export function refusal(code: StoreError['code'], message = /./): unknown {
  return expect.objectContaining({
    code,
    remedy: expect.stringMatching(/./) as string,
    message: expect.stringMatching(message) as string,
  });
}
