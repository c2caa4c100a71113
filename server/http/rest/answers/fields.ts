import { z } from 'zod';

/** A moment in answers: ISO 8601 in UTC, with milliseconds. */
export const moment = z.iso.datetime();

/** Who did something, in answers. Reads the columns that hold it, too. */
export const actor = z
  .strictObject({
    kind: z.enum(['member', 'machine', 'session']).describe('What kind of credential they acted with.'),
    id: z.string().describe('Id of the member, machine or agent session.'),
    name: z.string().describe('Their name at that time.'),
  })
  .meta({ id: 'Actor', description: 'Who did something, under the name they had then.' });

/** A moment as answers hold it. */
export const asMoment = (at: Date): string => at.toISOString();

/** The same where there may be none. */
export const asMomentOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;
