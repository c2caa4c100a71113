import { builder } from '../builder.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';

const CreateSignInLinkInput = builder.inputType('CreateSignInLinkInput', {
  description: 'What createSignInLink needs.',
  fields: (t) => ({
    idempotencyKey: t.string({
      description: 'Makes a repeated request give the first answer, without the path; a UUID serves.',
    }),
  }),
});

const CreateSignInLinkPayload = builder
  .objectRef<{ readonly secret: string | null; readonly expiresAt: string }>('CreateSignInLinkPayload')
  .implement({
    description: 'The link that was made.',
    fields: (t) => ({
      path: t.string({
        nullable: true,
        description:
          'The link on this server, to be opened in a browser; its fragment is the code, which reaches no server by itself. Null in a repeated answer.',
        resolve: ({ secret }) => (secret === null ? null : `/sign-in#${secret}`),
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'When it serves no more, used or not.',
        resolve: ({ expiresAt }) => new Date(expiresAt),
      }),
    }),
  });

builder.mutationField('createSignInLink', (t) =>
  t.field({
    type: CreateSignInLinkPayload,
    description: 'Makes a link that signs one browser in as you, once, within a minute, with the scopes you have now.',
    authScopes: { signedIn: true },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: CreateSignInLinkInput, description: 'The request.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.tokens.createSignInLink(requireActor(ctx), input),
  }),
);
