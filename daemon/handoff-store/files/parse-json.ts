import type { z } from 'zod';

/** Reads UTF-8 JSON of a known shape; undefined for anything else. */
export function parseJson<T>(bytes: Uint8Array, shape: z.ZodType<T>): T | undefined {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
  const parsed = shape.safeParse(value);
  return parsed.success ? parsed.data : undefined;
}
