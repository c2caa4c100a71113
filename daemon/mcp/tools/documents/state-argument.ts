import { z } from 'zod';

const texts = z.array(z.string());

/**
 * The structured form of a document. Only its shape is told here; the store judges the texts and names what is wrong.
 */
export const stateArgument = z
  .object({
    schema_version: z.literal(1),
    goal: z.string(),
    constraints_preferences: texts,
    progress: z.object({ done: texts, in_progress: texts, pending: texts }),
    key_decisions: texts,
    rejected_attempts: texts,
    verification: texts,
    critical_context: texts,
    uncertainties: texts,
    next_steps: texts,
  })
  .loose()
  .optional()
  .describe('The same as data, rendered to the six sections. Either this or content.');
