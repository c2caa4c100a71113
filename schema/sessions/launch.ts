import type { LaunchState as StateName, SessionExitReason as ExitName } from '#prisma/generated/client/enums.ts';
import { reachLaunch } from '#server/fleet/launches/launch-row.ts';
import { AgentSession } from './agent-session.ts';
import { builder } from '../builder.ts';
import { Actor, readActor } from '../actors/recorded-actor.ts';
import { requireActor } from '../actors/require-actor.ts';

export const LaunchState = builder.enumType('LaunchState', {
  description: 'How far one launch has got.',
  values: {
    REQUESTED: { description: 'The machine was told, and has not taken it up.' },
    CLAIMED: { description: 'A daemon took it up, for itself alone.' },
    STARTED: { description: 'Its process was started.' },
    ENDED: { description: 'Its process ended, or never began and never will.' },
    UNCERTAIN: { description: 'It cannot be known. A person settles it; it is never repeated by itself.' },
  } satisfies Record<StateName, { description: string }>,
});

export const SessionExitReason = builder.enumType('SessionExitReason', {
  description: 'How a session that a daemon ran came to its end.',
  values: {
    COMPLETED: { description: 'By itself, and the record shows its work done or handed over.' },
    EXITED_WITHOUT_COMPLETION: { description: 'By itself, and the record shows no completion. It is not run again.' },
    CRASHED: { description: 'The runtime failed.' },
    RATE_LIMITED: { description: 'The provider of the runtime refused more for now.' },
    NOT_SIGNED_IN: { description: 'Nobody is signed in to the runtime there, or no more.' },
    SANDBOX_FAILED: { description: 'The runtime’s sandbox could not start.' },
    CANCELLED: { description: 'Somebody stopped it.' },
    TIMED_OUT: { description: 'It ran longer than it was allowed to.' },
    RUNTIME_MISSING: { description: 'The runtime’s program is not there, or cannot be run.' },
    WORKSPACE_MISSING: { description: 'The folder it was to run in is not there.' },
    WORKSPACE_BUSY: { description: 'Another session runs in the same folder.' },
    PACKAGE_MISMATCH: { description: 'The package did not hash to what was said.' },
    LOST: { description: 'Its process is gone and left no word of how.' },
  } satisfies Record<ExitName, { description: string }>,
});

export const Launch = builder.prismaNode('Launch', {
  id: { field: 'id' },
  nullable: true,
  description: 'One intent to run one session on one machine, from the request to the end of the process.',
  authScopes: { scope: 'session.read' },
  select: { id: true },
  findUnique: (id, ctx) => ({ id, AND: [reachLaunch(requireActor(ctx))] }),
  fields: (t) => ({
    state: t.expose('state', { type: LaunchState, description: 'How far it has got.' }),
    fence: t.exposeInt('fence', { description: 'Grows with each claim; reports under an older one are refused.' }),
    workspace: t.exposeString('workspace', { description: 'The folder on the machine, as an absolute path.' }),
    timeoutMs: t.exposeInt('timeoutMs', { description: 'How long it may run, in milliseconds.' }),
    packageVersion: t.exposeInt('packageVersion', {
      nullable: true,
      description: 'The version of the package that briefs it; null for the work item alone.',
    }),
    packageHash: t.exposeString('packageHash', { nullable: true, description: 'The hash of that package.' }),
    uncertainty: t.exposeString('uncertainty', { nullable: true, description: 'Why it is uncertain, in a sentence.' }),
    requestedAt: t.expose('requestedAt', { type: 'DateTime', description: 'When it was asked for.' }),
    requestedBy: t.field({
      type: Actor,
      description: 'Who asked for it.',
      select: { requestedBy: true },
      resolve: (launch) => readActor(launch.requestedBy),
    }),
    claimedAt: t.expose('claimedAt', { type: 'DateTime', nullable: true, description: 'When it was taken up.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime', nullable: true, description: 'When its process started.' }),
    stopRequestedAt: t.expose('stopRequestedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When somebody stopped it.',
    }),
    endedAt: t.expose('endedAt', { type: 'DateTime', nullable: true, description: 'When it ended.' }),
    exitCode: t.exposeInt('exitCode', { nullable: true, description: 'The exit code of its process.' }),
    exitSignal: t.exposeString('exitSignal', { nullable: true, description: 'The signal that ended its process.' }),
    machine: t.relation('machine', { description: 'The machine.' }),
    agentSession: t.relation('agentSession', { description: 'The session.' }),
    workItem: t.relation('workItem', { description: 'The work item.' }),
    resumes: t.field({
      type: AgentSession,
      nullable: true,
      description: 'The ended session whose run of the runtime it goes on with; null for a run of its own.',
      select: { agentSession: { select: { providerSessionId: true, parentSessionId: true } } },
      resolve: ({ agentSession: { providerSessionId, parentSessionId: id } }, _args, ctx) =>
        providerSessionId === null || id === null
          ? null
          : ctx.db.agentSession.findFirst({ where: { id, providerSessionId } }),
    }),
    handoff: t.relation('handoff', { nullable: true, description: 'The handoff whose package briefs it.' }),
  }),
});

builder.prismaObjectField(AgentSession, 'launch', (t) =>
  t.relation('launch', { nullable: true, description: 'How a machine came to run it; null for one that others run.' }),
);

builder.prismaObjectField(AgentSession, 'exitReason', (t) =>
  t.expose('exitReason', {
    type: SessionExitReason,
    nullable: true,
    description: 'How it came to its end; null while it has none, and for one that no daemon ran.',
  }),
);
