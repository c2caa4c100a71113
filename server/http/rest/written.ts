import { z } from 'zod';
import type { Actor } from '#server/auth/actor.ts';
import type { Scope } from '#server/auth/scopes.ts';

const reference = z
  .strictObject({ id: z.string() })
  .meta({ id: 'Reference', description: 'What was written, to a credential that may not read it: its id alone.' });

/** Schema of what a write answers. */
export const orReference = <Answer extends z.ZodType>(answer: Answer) => z.union([answer, reference]);

/**
 * What a write answers: the thing as it stands now, or its id alone to a credential without the scope to read it. A
 * write must not be a way around `scope`, and need not be refused for the lack of it.
 */
export const written = async <Answer>(actor: Actor, scope: Scope, id: string, read: () => Promise<Answer>) =>
  actor.scopes.has(scope) ? read() : { id };
