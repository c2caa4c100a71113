import type { BriefingCut as Cut } from '../documents/briefing/briefing.ts';
import { ConflictError } from '#server/errors.ts';
import { AgentSession } from './agent-session.ts';
import { BriefingCut } from './briefing.ts';
import { builder } from '../builder.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';
import { sessionPayload } from './session-payload.ts';

builder.prismaObject('BriefingReceipt', {
  description: 'The bytes with which a session was really briefed, as its machine reported them.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'What the runtime was handed, whole.' }),
    bytes: t.exposeInt('bytes', { description: 'Its length in bytes of UTF-8.' }),
    hash: t.exposeString('sha256', { description: 'SHA-256 of those bytes, in hex.' }),
    cuts: t.field({
      type: [BriefingCut],
      description: 'What was left out to fit the budget, in the order in which sections are given up.',
      select: { cuts: true },
      // Only reportBriefing writes this column.
      resolve: ({ cuts }) => cuts as unknown as Cut[],
    }),
    clipped: t.exposeStringList('clipped', { description: 'The texts that are never dropped and had to be clipped.' }),
    packageVersion: t.exposeInt('packageVersion', {
      nullable: true,
      description: 'The version of the package it was made from; null when it was the work item alone.',
    }),
    packageHash: t.exposeString('packageHash', { nullable: true, description: 'The hash of that package.' }),
    briefedAt: t.expose('briefedAt', { type: 'DateTime', description: 'When it was reported.' }),
  }),
});

builder.prismaObjectField(AgentSession, 'briefingReceipt', (t) =>
  t.relation('briefing', {
    nullable: true,
    description: 'What it was really briefed with; null until its machine said so, and for one that no daemon ran.',
  }),
);

const BriefingCutInput = builder.inputType('BriefingCutInput', {
  description: 'What one section of a briefing lost.',
  fields: (t) => ({
    section: t.string({ description: 'The section, such as relevant_files.' }),
    omitted: t.int({ description: 'How many of its items are not shown.' }),
    kept: t.int({ description: 'How many are.' }),
  }),
});

const ReportBriefingInput = builder.inputType('ReportBriefingInput', {
  description: 'What reportBriefing needs.',
  fields: (t) => ({
    sessionId: t.id({ description: 'The session that was briefed.' }),
    text: t.string({ description: 'What the runtime was handed, whole.' }),
    sha256: t.string({ description: 'SHA-256 of its UTF-8 bytes, in hex.' }),
    cuts: t.field({ type: [BriefingCutInput], description: 'What was left out to fit the budget.' }),
    clipped: t.stringList({ description: 'The texts that had to be clipped.' }),
    packageVersion: t.int({ required: false, description: 'The version of the package it was made from.' }),
    packageHash: t.string({ required: false, description: 'The hash of that package.' }),
  }),
});

builder.mutationField('reportBriefing', (t) =>
  t.field({
    type: sessionPayload('ReportBriefingPayload', 'The session that was briefed.'),
    description:
      'Keeps the bytes with which a session was really briefed. What is reported stands once the runtime runs.',
    authScopes: { scope: 'session.write' },
    errors: { types: [...commonRefusals, ConflictError] },
    args: { input: t.arg({ type: ReportBriefingInput, description: 'The briefing.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.sessions.reportBriefing(requireActor(ctx), input),
  }),
);

const NameProviderSessionInput = builder.inputType('NameProviderSessionInput', {
  description: 'What nameProviderSession needs.',
  fields: (t) => ({
    sessionId: t.id({ description: 'The session.' }),
    providerSessionId: t.string({ description: 'The runtime’s own id of this run.' }),
  }),
});

builder.mutationField('nameProviderSession', (t) =>
  t.field({
    type: sessionPayload('NameProviderSessionPayload', 'The session that was named.'),
    description: 'Says under which id the runtime itself knows a session.',
    authScopes: { scope: 'session.write' },
    errors: { types: [...commonRefusals, ConflictError] },
    args: { input: t.arg({ type: NameProviderSessionInput, description: 'The session and that id.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.sessions.nameProviderSession(requireActor(ctx), input),
  }),
);
