import { z } from 'zod';
import { utf8Bytes } from '../text/utf8-bytes.ts';

/** Most UTF-8 bytes of one text of a state, and most texts of one list. */
export const stateBounds = { textBytes: 8192, entries: 256 } as const;

const text = z
  .string()
  .refine((value) => value.trim() !== '', 'must not be blank')
  .refine((value) => !/[\0\p{Surrogate}]/u.test(value), 'must hold no NUL character and no half of a surrogate pair')
  .refine(
    (value) => utf8Bytes(value).length <= stateBounds.textBytes,
    `must be at most ${stateBounds.textBytes} bytes`,
  );
const texts = z.array(text).max(stateBounds.entries);

/** What a handoff document says, as data, version 1. Every key is there, and no other; lists may be empty. */
export const documentStateV1 = z.strictObject({
  schema_version: z.literal(1),
  goal: text,
  constraints_preferences: texts,
  progress: z.strictObject({ done: texts, in_progress: texts, pending: texts }),
  key_decisions: texts,
  rejected_attempts: texts,
  verification: texts,
  critical_context: texts,
  uncertainties: texts,
  next_steps: texts,
});

/** What a handoff document says, as data, version 1. */
export type DocumentStateV1 = z.infer<typeof documentStateV1>;
