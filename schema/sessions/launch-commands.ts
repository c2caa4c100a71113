import {
  ConflictError,
  InvalidTransitionError,
  RuntimeNotOfferedError,
  StaleFenceError,
  StalePackageError,
  WorkItemClosedError,
} from '#server/errors.ts';
import type { LaunchResolution as ResolutionName } from '#server/fleet/launches/resolve-launch.ts';
import type { ReportedState } from '#server/fleet/launches/report-launch.ts';
import { IDEMPOTENCY_KEY } from '../arguments/idempotency-key.ts';
import { builder } from '../builder.ts';
import { Launch, SessionExitReason } from './launch.ts';
import { requireActor } from '../actors/require-actor.ts';
import { SyncMode } from './sync-mode.ts';
import { commonRefusals } from '../user-error.ts';
import { WorkItemRef } from '../work/work-item.ts';
import { sessionPayload } from './session-payload.ts';

const StartSessionInput = builder.inputType('StartSessionInput', {
  description: 'What startSession needs.',
  fields: (t) => ({
    workItem: t.field({ type: WorkItemRef, description: 'The work item it runs on, which must be open.' }),
    handoffId: t.id({
      required: false,
      description: 'The handoff whose package briefs it; the work item alone does when left out.',
    }),
    packageHash: t.string({ required: false, description: 'Hash of the package that was reviewed.' }),
    runtime: t.string({ required: false, description: 'The runtime; the handoff’s target when left out.' }),
    purpose: t.string({ required: false, description: 'What it is started for; the handoff’s when left out.' }),
    machineId: t.id({ required: false, description: 'The machine; one that serves the runtime when left out.' }),
    workspace: t.string({
      required: false,
      description: 'The folder there, as an absolute path; where the source session ran when left out.',
    }),
    syncMode: t.field({ type: SyncMode, required: false, description: 'What its timeline may hold.' }),
    timeoutMinutes: t.int({ required: false, description: 'How long it may run; 120 when left out, at most 1440.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const launchField = (name: string, description: string) =>
  builder.objectRef<{ launchId: string }>(name).implement({
    description,
    fields: (t) => ({
      launch: t.prismaField({
        type: Launch,
        description: 'The launch, as it stands now.',
        resolve: (query, { launchId: id }, _args, ctx) => ctx.db.launch.findUniqueOrThrow({ ...query, where: { id } }),
      }),
    }),
  });

builder.mutationField('startSession', (t) =>
  t.field({
    type: sessionPayload('StartSessionPayload', 'The session that a machine was asked to run.'),
    description: 'Asks one machine to run a session, briefed from a handoff’s package or from the work item alone.',
    authScopes: { scope: 'session.write' },
    errors: {
      types: [
        ...commonRefusals,
        WorkItemClosedError,
        RuntimeNotOfferedError,
        StalePackageError,
        InvalidTransitionError,
      ],
    },
    args: { input: t.arg({ type: StartSessionInput, description: 'The session.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.fleet.startSession(requireActor(ctx), input),
  }),
);

const ResumeSessionInput = builder.inputType('ResumeSessionInput', {
  description: 'What resumeSession needs.',
  fields: (t) => ({
    sessionId: t.id({ description: 'A session that a machine ran and that has ended.' }),
    timeoutMinutes: t.int({ required: false, description: 'How long it may run; 120 when left out, at most 1440.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

builder.mutationField('resumeSession', (t) =>
  t.field({
    type: sessionPayload('ResumeSessionPayload', 'The session that goes on with the run of an ended one.'),
    description:
      'Asks the machine of an ended session to go on with the runtime’s own run of it, in the same folder and as a session of its own.',
    authScopes: { scope: 'session.write' },
    errors: {
      types: [...commonRefusals, WorkItemClosedError, RuntimeNotOfferedError, ConflictError, InvalidTransitionError],
    },
    args: { input: t.arg({ type: ResumeSessionInput, description: 'The session.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.fleet.resumeSession(requireActor(ctx), input),
  }),
);

const StopSessionInput = builder.inputType('StopSessionInput', {
  description: 'What stopSession needs.',
  fields: (t) => ({
    sessionId: t.id({ description: 'A session that a machine was asked to run.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

builder.mutationField('stopSession', (t) =>
  t.field({
    type: sessionPayload('StopSessionPayload', 'The session that is to stop.'),
    description: 'Has a machine end what it runs for a session, with everything that session started.',
    authScopes: { scope: 'session.write' },
    errors: { types: [...commonRefusals, InvalidTransitionError] },
    args: { input: t.arg({ type: StopSessionInput, description: 'The session.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.fleet.stopSession(requireActor(ctx), input),
  }),
);

const LaunchReportState = builder.enumType('LaunchReportState', {
  description: 'What a daemon can say of a launch it claimed.',
  values: {
    STARTED: { description: 'Its process was started.' },
    ENDED: { description: 'Its process ended, or never began and never will.' },
    UNCERTAIN: { description: 'The daemon cannot tell.' },
  } satisfies Record<ReportedState, { description: string }>,
});

const ReportLaunchInput = builder.inputType('ReportLaunchInput', {
  description: 'What reportLaunch needs.',
  fields: (t) => ({
    launchId: t.id({ description: 'The launch.' }),
    fence: t.int({ description: 'Of the claim under which it runs.' }),
    state: t.field({ type: LaunchReportState, description: 'How far it has got.' }),
    exitReason: t.field({
      type: SessionExitReason,
      required: false,
      description: 'How it ended, as the daemon judges it; with ENDED, and only then.',
    }),
    exitCode: t.int({ required: false, description: 'The exit code of its process.' }),
    exitSignal: t.string({ required: false, description: 'The signal that ended its process, such as SIGTERM.' }),
    detail: t.string({ required: false, description: 'Why, in a sentence with a remedy.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

builder.mutationField('reportLaunch', (t) =>
  t.field({
    type: launchField('ReportLaunchPayload', 'The launch that was reported on.'),
    description: 'Takes the word of a machine’s daemon on a launch, and moves its session with it.',
    authScopes: { scope: 'machine.write' },
    errors: { types: [...commonRefusals, InvalidTransitionError, StaleFenceError] },
    args: { input: t.arg({ type: ReportLaunchInput, description: 'The report.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.fleet.reportLaunch(requireActor(ctx), input),
  }),
);

const LaunchResolution = builder.enumType('LaunchResolution', {
  description: 'How a person settles a launch that is uncertain.',
  values: {
    ENDED: { description: 'Nothing runs any more; what it did last is not known.' },
    RELAUNCH: { description: 'Nothing ever ran: the machine is asked again.' },
  } satisfies Record<ResolutionName, { description: string }>,
});

const ResolveLaunchInput = builder.inputType('ResolveLaunchInput', {
  description: 'What resolveLaunch needs.',
  fields: (t) => ({
    launchId: t.id({ description: 'The launch, which is uncertain.' }),
    resolution: t.field({ type: LaunchResolution, description: 'What was found out.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

builder.mutationField('resolveLaunch', (t) =>
  t.field({
    type: launchField('ResolveLaunchPayload', 'The launch that was settled.'),
    description: 'Settles a launch that is uncertain. Only a person can.',
    authScopes: { scope: 'session.write' },
    errors: { types: [...commonRefusals, InvalidTransitionError] },
    args: { input: t.arg({ type: ResolveLaunchInput, description: 'The launch.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.fleet.resolveLaunch(requireActor(ctx), input),
  }),
);
