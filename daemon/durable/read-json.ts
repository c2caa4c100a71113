import type { z } from 'zod';
import { readText } from './read-text.ts';

/** What a JSON file holds, or undefined when there is none or it is not of the schema's form. */
export async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  const text = await readText(path);
  if (text === undefined) return undefined;
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
