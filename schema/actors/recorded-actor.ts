import { z } from 'zod';
import type { RecordedActor } from '#server/auth/actor.ts';
import { builder } from '../builder.ts';

const ActorKind = builder.enumType('ActorKind', {
  description: 'What kind of credential somebody acted with.',
  values: {
    MEMBER: { value: 'member', description: 'A person of the organisation.' },
    MACHINE: { value: 'machine', description: 'The daemon of a machine.' },
    SERVER: { value: 'server', description: 'Nobody: the server did it by itself.' },
    SESSION: { value: 'session', description: 'An agent session.' },
  } as const,
});

/** Who did something, as it was written down then. */
export const Actor = builder.objectRef<RecordedActor>('Actor').implement({
  description: 'Who did something, under the name they had then.',
  fields: (t) => ({
    kind: t.expose('kind', { type: ActorKind, description: 'What kind of credential they acted with.' }),
    id: t.exposeID('id', {
      description: 'Id of the member, machine or agent session; the organisation’s for the server.',
    }),
    name: t.exposeString('name', { description: 'Their name at that time.' }),
  }),
});

const storedActor = z.object({
  kind: z.enum(['member', 'machine', 'session', 'server']),
  id: z.string(),
  name: z.string(),
});

/** Reads the actor out of a JSON column, where only `recordedActor` writes. */
export const readActor = (stored: unknown): RecordedActor => storedActor.parse(stored);
