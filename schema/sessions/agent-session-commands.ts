import { InvalidTransitionError, WorkItemClosedError } from '#server/errors.ts';
import type { SessionEnd as SessionEndName } from '#server/sessions/finish-session.ts';
import { IDEMPOTENCY_KEY } from '../arguments/idempotency-key.ts';
import { builder } from '../builder.ts';
import { requireActor } from '../actors/require-actor.ts';
import { SyncMode } from './sync-mode.ts';
import { commonRefusals } from '../user-error.ts';
import { WorkItemRef } from '../work/work-item.ts';
import { sessionPayload } from './session-payload.ts';

const RegisterSessionInput = builder.inputType('RegisterSessionInput', {
  description: 'What registerSession needs.',
  fields: (t) => ({
    workItem: t.field({ type: WorkItemRef, description: 'The work item it runs on, which must be open.' }),
    runtime: t.string({ description: 'The kind of coding agent, such as codex or claude.' }),
    purpose: t.string({ description: 'What it is started for.' }),
    providerSessionId: t.string({ required: false, description: 'The runtime’s own id of this run.' }),
    machineName: t.string({
      required: false,
      description: 'The machine it runs on; a machine’s own credential leaves it out.',
    }),
    syncMode: t.field({
      type: SyncMode,
      required: false,
      description: 'What its timeline may hold; the machine’s when left out.',
    }),
    parentSessionId: t.id({ required: false, description: 'The session of the same work item that it descends from.' }),
    withCredential: t.boolean({
      defaultValue: true,
      description: 'Whether to make a credential that reaches this session and its work item alone.',
    }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const RegisterSessionPayload = sessionPayload<{ sessionId: string; credential: string | null }>(
  'RegisterSessionPayload',
  'The session that was registered.',
);

builder.objectFields(RegisterSessionPayload, (t) => ({
  credential: t.exposeString('credential', {
    nullable: true,
    description:
      'The session’s own credential, shown in this first answer and stored nowhere; null in a repeated answer.',
  }),
}));

builder.mutationField('registerSession', (t) =>
  t.field({
    type: RegisterSessionPayload,
    description: 'Records an agent session that runs on open work, and starts that work if nobody did.',
    authScopes: { scope: 'session.write' },
    errors: { types: [...commonRefusals, WorkItemClosedError] },
    args: { input: t.arg({ type: RegisterSessionInput, description: 'The session.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.sessions.registerSession(requireActor(ctx), input),
  }),
);

const SessionEnd = builder.enumType('SessionEnd', {
  description: 'How an agent session can end.',
  values: {
    COMPLETED: { description: 'By itself, its work done or handed over.' },
    FAILED: { description: 'By an error.' },
    CANCELLED: { description: 'Called off by somebody.' },
  } satisfies Record<SessionEndName, { description: string }>,
});

const EndSessionInput = builder.inputType('EndSessionInput', {
  description: 'What endSession needs.',
  fields: (t) => ({
    sessionId: t.id({ description: 'The session.' }),
    status: t.field({ type: SessionEnd, description: 'How it ended.' }),
    reason: t.string({ required: false, description: 'Why, in a sentence or two.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
});

const EndSessionPayload = sessionPayload('EndSessionPayload', 'The session that was ended.');

builder.mutationField('endSession', (t) =>
  t.field({
    type: EndSessionPayload,
    description: 'Ends an agent session, and its credential with it.',
    authScopes: { scope: 'session.write' },
    errors: { types: [...commonRefusals, InvalidTransitionError] },
    args: { input: t.arg({ type: EndSessionInput, description: 'The session, and how it ended.' }) },
    resolve: (_root, { input }, ctx) => ctx.services.sessions.endSession(requireActor(ctx), input),
  }),
);
