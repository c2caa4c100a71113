import { SessionEndedError } from '#server/errors.ts';
import { AgentSession } from './agent-session.ts';
import { builder } from '../builder.ts';
import { requireActor } from '../actors/require-actor.ts';
import { commonRefusals } from '../user-error.ts';
import { sessionPayload } from './session-payload.ts';

builder.prismaObject('WorkspaceFile', {
  description: 'A path that a session touched, with two line counts. Never content.',
  authScopes: { scope: 'session.read' },
  select: { path: true },
  fields: (t) => ({
    path: t.exposeString('path', { description: 'The path from the repository’s root, with "/" between its parts.' }),
    insertions: t.exposeInt('insertions', { description: 'Lines added.' }),
    deletions: t.exposeInt('deletions', { description: 'Lines removed.' }),
    reportedAt: t.expose('reportedAt', { type: 'DateTime', description: 'When these counts were first reported.' }),
  }),
});

const WorkspaceTotals = builder
  .objectRef<{ files: number; insertions: number; deletions: number }>('WorkspaceTotals')
  .implement({
    description: 'The sums of a session’s workspace report.',
    fields: (t) => ({
      files: t.exposeInt('files', { description: 'How many paths it names.' }),
      insertions: t.exposeFloat('insertions', {
        description: 'Lines added in all; whole, and possibly beyond an Int.',
      }),
      deletions: t.exposeFloat('deletions', {
        description: 'Lines removed in all; whole, and possibly beyond an Int.',
      }),
    }),
  });

builder.prismaObjectField(AgentSession, 'workspace', (t) =>
  t.relatedConnection('workspace', {
    cursor: 'agentSessionId_pathDigest',
    totalCount: true,
    description: 'The paths it touched, in code point order.',
    query: { orderBy: [{ path: 'asc' }] },
  }),
);

builder.prismaObjectField(AgentSession, 'workspaceTotals', (t) =>
  t.field({
    type: WorkspaceTotals,
    description: 'The sums of its workspace report.',
    select: { id: true },
    resolve: async ({ id: agentSessionId }, _args, ctx) => {
      const { _count, _sum } = await ctx.db.workspaceFile.aggregate({
        where: { agentSessionId },
        _count: true,
        _sum: { insertions: true, deletions: true },
      });
      return { files: _count, insertions: _sum.insertions ?? 0, deletions: _sum.deletions ?? 0 };
    },
  }),
);

const WorkspaceFileInput = builder.inputType('WorkspaceFileInput', {
  description: 'A path and two line counts; there is no field in which content could travel.',
  fields: (t) => ({
    path: t.string({
      description:
        'Relative to the repository, with "/" between its parts; at most 4,096 bytes. Any file name is taken as it is.',
    }),
    insertions: t.int({ description: 'Lines added; 0 for a binary file.' }),
    deletions: t.int({ description: 'Lines removed; 0 for a binary file.' }),
  }),
});

const ReportWorkspaceInput = builder.inputType('ReportWorkspaceInput', {
  description: 'What reportWorkspace needs.',
  fields: (t) => ({
    sessionId: t.id({ description: 'The session.' }),
    files: t.field({ type: [WorkspaceFileInput], description: 'The paths it touched; at most 10,000 at once.' }),
  }),
});

const ReportWorkspacePayload = sessionPayload('ReportWorkspacePayload', 'The session whose workspace was reported.');

builder.mutationField('reportWorkspace', (t) =>
  t.field({
    type: ReportWorkspacePayload,
    description: 'Merges paths and line counts into a session’s workspace report: the newest counts of a path stand.',
    authScopes: { scope: 'session.write' },
    errors: { types: [...commonRefusals, SessionEndedError] },
    args: { input: t.arg({ type: ReportWorkspaceInput, description: 'The session and its paths.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.sessions.reportWorkspace(requireActor(ctx), input),
  }),
);
