import { MAX_GONE_FILES } from '../documents/freshness/source-pin.ts';
import { builder } from '../builder.ts';
import { words } from './freshness.ts';
import { Handoff } from './handoff.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';
import { sessionPayload } from '../sessions/session-payload.ts';

const SourcePinInput = builder.inputType('SourcePinInput', {
  description: 'Where the repository of a workspace stands.',
  fields: (t) => ({
    head: t.string({ description: 'The commit that HEAD names, whole.' }),
    branch: t.string({ required: false, description: words.branch }),
    uncommittedFiles: t.int({ required: false, description: words.uncommitted }),
    treeHash: t.string({ required: false, description: words.tree }),
    goneFiles: t.stringList({ description: `${words.gone} At most ${MAX_GONE_FILES}.` }),
  }),
});

const ReportSourcePinInput = builder.inputType('ReportSourcePinInput', {
  description: 'What reportSourcePin needs.',
  fields: (t) => ({
    sessionId: t.id({ description: 'The session that works there.' }),
    pin: t.field({ type: SourcePinInput, description: 'Where the repository stands.' }),
    takenAt: t.field({ type: 'DateTime', description: 'When the machine looked; the newest look stands.' }),
  }),
});

const ReportSourcePinPayload = sessionPayload('ReportSourcePinPayload', 'The session whose source was pinned.');

builder.mutationField('reportSourcePin', (t) =>
  t.field({
    type: ReportSourcePinPayload,
    description: 'Keeps where the repository of a session’s workspace stands; a package compiled next is pinned to it.',
    authScopes: { scope: 'session.write' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: ReportSourcePinInput, description: 'The session and its pin.' }) },
    resolve: (_root, { input: { sessionId, takenAt, pin } }, ctx) =>
      ctx.services.sessions.reportSourcePin(requireActor(ctx), { sessionId, takenAt, pin: { ...pin, ...seen(pin) } }),
  }),
);

const FreshnessLookInput = builder.inputType('FreshnessLookInput', {
  description: 'What a destination saw of its own workspace.',
  fields: (t) => ({
    head: t.string({ required: false, description: 'The commit that HEAD names; none without one.' }),
    branch: t.string({ required: false, description: words.branch }),
    uncommittedFiles: t.int({ required: false, description: words.uncommitted }),
    treeHash: t.string({ required: false, description: words.tree }),
    goneFiles: t.stringList({ description: `${words.gone} At most ${MAX_GONE_FILES}.` }),
    ahead: t.int({ required: false, description: 'Commits it has that the source had not.' }),
    behind: t.int({ required: false, description: 'Commits the source had that it lacks.' }),
  }),
});

const ReportFreshnessInput = builder.inputType('ReportFreshnessInput', {
  description: 'What reportFreshness needs.',
  fields: (t) => ({
    handoffId: t.id({ description: 'The handoff.' }),
    sessionId: t.id({ description: 'The session that continues it there, or is about to.' }),
    packageVersion: t.int({ description: 'The version of the package whose pin was held against the workspace.' }),
    look: t.field({ type: FreshnessLookInput, description: 'What was seen.' }),
  }),
});

const ReportFreshnessPayload = builder.objectRef<{ handoffId: string }>('ReportFreshnessPayload').implement({
  description: 'The handoff whose destination looked.',
  fields: (t) => ({
    handoff: t.prismaField({
      type: Handoff,
      description: 'The handoff, as it stands now.',
      resolve: (query, { handoffId: id }, _args, ctx) => ctx.db.handoff.findUniqueOrThrow({ ...query, where: { id } }),
    }),
  }),
});

builder.mutationField('reportFreshness', (t) =>
  t.field({
    type: ReportFreshnessPayload,
    description: 'Keeps what a destination saw when it held its workspace against the pin of a package.',
    authScopes: { scope: 'session.write' },
    errors: { types: [...commonRefusals] },
    args: { input: t.arg({ type: ReportFreshnessInput, description: 'The handoff, and what was seen.' }) },
    resolve: (_root, { input: { look, ...input } }, ctx) =>
      ctx.services.handoffs.reportFreshness(requireActor(ctx), {
        ...input,
        look: { ...seen(look), head: look.head ?? null, ahead: look.ahead ?? null, behind: look.behind ?? null },
      }),
  }),
);

/** What pins and looks share, with null for what was left out. */
const seen = (given: typeof SourcePinInput.$inferInput | typeof FreshnessLookInput.$inferInput) => ({
  branch: given.branch ?? null,
  uncommittedFiles: given.uncommittedFiles ?? null,
  treeHash: given.treeHash ?? null,
  goneFiles: given.goneFiles,
});
