import { newKey } from '#tests/support/cast.ts';
import type { Victim } from './victim.ts';

type Attempt = (victim: Victim) => Record<string, unknown>;

const input = (fields: Record<string, unknown>) => ({ input: { ...fields, idempotencyKey: newKey() } });
const onWork =
  (more: Record<string, unknown> = {}): Attempt =>
  ({ workItemId }) =>
    input({ workItem: { id: workItemId }, ...more });

const work = { title: 'T', goal: 'G', taskType: 'bug', priority: 'LOW', constraints: [], acceptanceCriteria: [] };
const decision = { statement: 'S', rationale: 'R', evidence: [] };

/** By field of Query, the arguments that reach for the victim's rows. */
export const queries: Readonly<Record<string, Attempt>> = {
  agentSession: ({ sessionId }) => ({ id: sessionId }),
  events: ({ workItemId }) => ({ filter: { workItemId } }),
  handoff: ({ handoffId }) => ({ id: handoffId }),
  idsMatching: ({ workItemId }) => ({ kind: 'WORK_ITEM', fragment: workItemId.slice(-12) }),
  latestEventCursor: () => ({}),
  machines: () => ({}),
  members: () => ({}),
  needsYou: () => ({}),
  node: ({ workItemId }) => ({ id: workItemId }),
  project: ({ nodes }) => ({ ref: { id: nodes['Project'] } }),
  projects: () => ({}),
  tokens: () => ({ includeRevoked: true }),
  viewer: () => ({}),
  workItem: ({ workItemId }) => ({ ref: { id: workItemId } }),
  workItems: () => ({}),
};

/** Queries whose answer holds no id: a place in the caller's own log. */
export const withoutIds: readonly string[] = ['latestEventCursor'];

/** By field of Mutation, an input that is good but for whose rows it names. */
export const mutations: Readonly<Record<string, Attempt>> = {
  acceptHandoff: ({ handoffId, packageHash, destinationId }) =>
    input({ handoffId, packageHash, toSessionId: destinationId }),
  attachArtifact: ({ workItemId, uploadId }) =>
    input({ workItem: { id: workItemId }, type: 'file', title: 'Stolen', uploadId }),
  blockWorkItem: onWork(),
  cancelHandoff: ({ handoffId }) => input({ handoffId }),
  cancelWorkItem: onWork(),
  compileHandoff: ({ handoffId }) => input({ handoffId }),
  completeHandoff: ({ handoffId }) => input({ handoffId }),
  completeWorkItem: onWork(),
  createMachineToken: () => input({ machineName: 'elsewhere' }),
  createMember: () => input({ name: 'Eve', role: 'OWNER' }),
  createProject: () => input({ keyPrefix: 'EVE', name: 'Eve' }),
  createToken: () => input({ name: 'eve', scopes: ['work.read'] }),
  createWorkItem: ({ nodes }) => input({ project: { id: nodes['Project'] }, ...work }),
  endSession: ({ sessionId }) => input({ sessionId, status: 'CANCELLED' }),
  raiseBlocker: onWork({ title: 'B', detail: '', severity: 'LOW' }),
  recordDecision: onWork(decision),
  recordOutcome: onWork({ summary: 'S', metCriteria: [], unmetCriteria: [], evidence: [] }),
  recordReceipt: ({ handoffId }) => input({ handoffId, echoes: ['goal'] }),
  recordSessionEvents: ({ sessionId }) =>
    input({ sessionId, events: [{ kind: 'TOOL', occurredAt: '2026-01-01T00:00:00.000Z' }] }),
  registerSession: onWork({ runtime: 'codex', purpose: 'P' }),
  rejectHandoff: ({ handoffId }) => input({ handoffId, reason: 'OTHER' }),
  reopenWorkItem: onWork(),
  reportWorkspace: ({ sessionId }) => ({ input: { sessionId, files: [{ path: 'a', insertions: 1, deletions: 0 }] } }),
  requestHandoff: onWork({ targetRuntime: 'claude', purpose: 'review' }),
  resolveBlocker: ({ blockerId }) => input({ blockerId, resolution: 'R' }),
  revokeToken: ({ nodes }) => ({ input: { tokenId: nodes['Token'] } }),
  rotateToken: ({ nodes }) => input({ tokenId: nodes['Token'] }),
  setEventRetention: () => ({ input: { days: null } }),
  setMachineSyncMode: ({ machine }) => ({ input: { machineId: machine.actor.id, syncMode: 'FULL' } }),
  startWorkItem: onWork(),
  submitWorkItem: onWork(),
  supersedeDecision: ({ decisionId }) => input({ decisionId, ...decision }),
  unblockWorkItem: onWork(),
  updateWorkItem: ({ workItemId }) => ({ input: { workItem: { id: workItemId }, revision: 1, title: 'Taken over' } }),
};

/** Mutations that name nobody's rows: an owner of another organisation does them in that one. */
export const ownAffairs: readonly string[] = [
  'createMachineToken',
  'createMember',
  'createProject',
  'createToken',
  'setEventRetention',
];
