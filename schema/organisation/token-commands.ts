import { ConflictError, InvalidTransitionError } from '#server/errors.ts';
import { builder } from '../builder.ts';
import { Machine } from '../fleet/machine.ts';
import { Member, MemberRole } from './member.ts';
import { requireActor } from '../actors/require-actor.ts';
import { Token } from './token.ts';
import { commonRefusals } from '../user-error.ts';

const SECRET = 'The secret, shown in this first answer and stored nowhere; null in a repeated answer.';
const KEY = 'Makes a repeated request give the first answer, without the secret; a UUID serves.';

interface IssuedToken {
  readonly tokenId: string;
  readonly secret: string | null;
}

/** What every payload has that shows a new credential. */
const IssuedTokenPayload = builder.interfaceRef<IssuedToken>('IssuedToken').implement({
  description: 'A credential that was just made.',
  fields: (t) => ({
    token: t.prismaField({
      type: Token,
      description: 'The credential, as it stands now.',
      resolve: (query, { tokenId: id }, _args, ctx) => ctx.db.token.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    secret: t.exposeString('secret', { nullable: true, description: SECRET }),
  }),
});

const CreateTokenInput = builder.inputType('CreateTokenInput', {
  description: 'What createToken needs.',
  fields: (t) => ({
    name: t.string({ description: 'What to call it.' }),
    scopes: t.stringList({ description: 'What it may do, such as work.read; nothing that your credential lacks.' }),
    expiresAt: t.field({
      type: 'DateTime',
      required: false,
      description: 'When it ends by itself; never when left out.',
    }),
    idempotencyKey: t.string({ description: KEY }),
  }),
});

const CreateTokenPayload = builder.objectRef<IssuedToken>('CreateTokenPayload').implement({
  description: 'The credential that was made.',
  interfaces: [IssuedTokenPayload],
});

builder.mutationField('createToken', (t) =>
  t.field({
    type: CreateTokenPayload,
    description: 'Makes a further credential of your own.',
    authScopes: { scope: 'token.manage' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: CreateTokenInput, description: 'The credential.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.tokens.createToken(requireActor(ctx), input),
  }),
);

const CreateMachineTokenInput = builder.inputType('CreateMachineTokenInput', {
  description: 'What createMachineToken needs.',
  fields: (t) => ({
    machineName: t.string({ description: 'The machine; it is registered if it is new.' }),
    name: t.string({ required: false, description: 'What to call the credential; the machine’s name when left out.' }),
    expiresAt: t.field({
      type: 'DateTime',
      required: false,
      description: 'When it ends by itself; never when left out.',
    }),
    idempotencyKey: t.string({ description: KEY }),
  }),
});

const machinePayload = (name: string, description: string) =>
  builder.objectRef<IssuedToken & { machineId: string }>(name).implement({
    description,
    interfaces: [IssuedTokenPayload],
    fields: (t) => ({
      machine: t.prismaField({
        type: Machine,
        description: 'The machine, as it stands now.',
        resolve: (query, { machineId: id }, _args, ctx) =>
          ctx.db.machine.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });

builder.mutationField('createMachineToken', (t) =>
  t.field({
    type: machinePayload('CreateMachineTokenPayload', 'The machine’s credential that was made.'),
    description: 'Makes the credential with which the daemon of one machine signs in.',
    authScopes: { scope: 'token.manage' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: CreateMachineTokenInput, description: 'The machine.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.tokens.createMachineToken(requireActor(ctx), input),
  }),
);

const RegisterMachineInput = builder.inputType('RegisterMachineInput', {
  description: 'What registerMachine needs.',
  fields: (t) => ({
    identity: t.string({ description: 'Made once on the machine and kept there; a UUID serves.' }),
    name: t.string({ description: 'The name it would like; it gets a number where another machine has it.' }),
    idempotencyKey: t.string({ description: KEY }),
  }),
});

builder.mutationField('registerMachine', (t) =>
  t.field({
    type: machinePayload('RegisterMachinePayload', 'The machine, and the credential of its daemon that was made.'),
    description: 'Registers the machine of a daemon, or finds it by its identity, and makes the daemon’s credential.',
    authScopes: { scope: 'token.manage' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: RegisterMachineInput, description: 'The machine.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.tokens.registerMachine(requireActor(ctx), input),
  }),
);

const RotateTokenInput = builder.inputType('RotateTokenInput', {
  description: 'What rotateToken needs.',
  fields: (t) => ({
    tokenId: t.id({ description: 'The live credential to replace.' }),
    idempotencyKey: t.string({ description: KEY }),
  }),
});

const RotateTokenPayload = builder.objectRef<IssuedToken>('RotateTokenPayload').implement({
  description: 'The credential that took the old one’s place.',
  interfaces: [IssuedTokenPayload],
});

builder.mutationField('rotateToken', (t) =>
  t.field({
    type: RotateTokenPayload,
    description: 'Puts a new credential in the place of a live one, which ends at once.',
    authScopes: { scope: 'token.manage' },
    errors: { types: [...commonRefusals, InvalidTransitionError] },
    args: { input: t.arg({ type: RotateTokenInput, description: 'The credential.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.tokens.rotateToken(requireActor(ctx), input),
  }),
);

const RevokeTokenInput = builder.inputType('RevokeTokenInput', {
  description: 'What revokeToken needs.',
  fields: (t) => ({ tokenId: t.id({ description: 'The credential to end.' }) }),
});

const RevokeTokenPayload = builder.objectRef<{ tokenId: string }>('RevokeTokenPayload').implement({
  description: 'The credential that was ended.',
  fields: (t) => ({
    token: t.prismaField({
      type: Token,
      description: 'The credential, as it stands now.',
      resolve: (query, { tokenId: id }, _args, ctx) => ctx.db.token.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

builder.mutationField('revokeToken', (t) =>
  t.field({
    type: RevokeTokenPayload,
    description: 'Ends a credential at once; ending an ended one changes nothing.',
    authScopes: { scope: 'token.manage' },
    errors: { types: [...commonRefusals, ConflictError] },
    args: { input: t.arg({ type: RevokeTokenInput, description: 'The credential.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.tokens.revokeToken(requireActor(ctx), input),
  }),
);

const CreateMemberInput = builder.inputType('CreateMemberInput', {
  description: 'What createMember needs.',
  fields: (t) => ({
    name: t.string({ description: 'The name they go by.' }),
    role: t.field({ type: MemberRole, description: 'What they may do beyond scopes.' }),
    scopes: t.stringList({
      required: false,
      description: 'Scopes of their first credential; all of them when left out.',
    }),
    idempotencyKey: t.string({ description: KEY }),
  }),
});

const CreateMemberPayload = builder.objectRef<IssuedToken & { memberId: string }>('CreateMemberPayload').implement({
  description: 'The person who was added, and the credential to sign in with first.',
  interfaces: [IssuedTokenPayload],
  fields: (t) => ({
    member: t.prismaField({
      type: Member,
      description: 'The person.',
      resolve: (query, { memberId: id }, _args, ctx) => ctx.db.member.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

builder.mutationField('createMember', (t) =>
  t.field({
    type: CreateMemberPayload,
    description: 'Adds a person to the organisation. Owners only.',
    authScopes: { owner: true, scope: 'token.manage' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: CreateMemberInput, description: 'The person.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.tokens.createMember(requireActor(ctx), input),
  }),
);
