import type { RecordedActor } from '#server/auth/actor.ts';

/** Every fact the log can hold, in the past tense. */
export const eventTypes = [
  'organisation.retention_changed',
  'project.created',
  'work_item.created',
  'work_item.updated',
  'work_item.state_changed',
  'session.registered',
  'session.status_changed',
  'session.briefed',
  'session.ended',
  'session.workspace_reported',
  'session.events_recorded',
  'session.source_pinned',
  'session.records_offered',
  'session.offer_settled',
  'decision.recorded',
  'decision.superseded',
  'artifact.attached',
  'blocker.raised',
  'blocker.resolved',
  'outcome.recorded',
  'document.stored',
  'document.linked',
  'document.opened',
  'handoff.requested',
  'handoff.compiled',
  'handoff.accepted',
  'handoff.receipt_recorded',
  'handoff.freshness_checked',
  'handoff.rejected',
  'handoff.completed',
  'handoff.cancelled',
  'member.created',
  'machine.registered',
  'machine.sync_mode_changed',
  'machine.renamed',
  'machine.signed_on',
  'machine.signed_off',
  'machine.runtimes_reported',
  'machine.command_issued',
  'runtime.enabled',
  'runtime.disabled',
  'launch.requested',
  'launch.state_changed',
  'token.created',
  'token.revoked',
  'webhook.created',
  'webhook.updated',
  'webhook.enabled',
  'webhook.disabled',
  'webhook.secret_rotated',
  'webhook.deleted',
] as const;

export type EventType = (typeof eventTypes)[number];

/** A fact as a command states it; its id and place in the log are given when the transaction ends. */
export interface EventDraft {
  readonly type: EventType;
  readonly organisationId: string;
  readonly actor: RecordedActor;
  readonly workItemId?: string;
  readonly agentSessionId?: string;
  readonly handoffId?: string;
  /** The machine it is about; left out of a fact about an agent session, which gets the session's. */
  readonly machineId?: string;
  /** What was true then: ids, states, counts, versions. Never text that an agent wrote, never a secret. */
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}
