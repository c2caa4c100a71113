import { builder } from '../builder.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';
import { Organisation } from './viewer.ts';

const SetEventRetentionInput = builder.inputType('SetEventRetentionInput', {
  description: 'What setEventRetention needs.',
  fields: (t) => ({
    days: t.int({
      required: false,
      description: 'For how many days events are kept, 1 to 3650; null or left out keeps all of them.',
    }),
  }),
});

const SetEventRetentionPayload = builder.objectRef<{ organisationId: string }>('SetEventRetentionPayload').implement({
  description: 'The organisation whose retention was set.',
  fields: (t) => ({
    organisation: t.prismaField({
      type: Organisation,
      description: 'The organisation, as it stands now.',
      resolve: (query, { organisationId: id }, _args, ctx) =>
        ctx.db.organisation.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

builder.mutationField('setEventRetention', (t) =>
  t.field({
    type: SetEventRetentionPayload,
    description:
      'Says how long the log is kept. Older events are removed from time to time, but for the last one; the record itself stays. Owners only.',
    authScopes: { owner: true, scope: 'token.manage' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: SetEventRetentionInput, description: 'For how long.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.organisation.setEventRetention(requireActor(ctx), input),
  }),
);
