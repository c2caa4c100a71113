import { sha256Hex } from '#schema/documents/text/sha256-hex.ts';
import { newKey } from '#tests/support/cast.ts';
import { newDocument } from '#tests/support/scenes/handoff-documents.ts';
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
  agentSessions: () => ({ search: 'implement' }),
  events: ({ workItemId }) => ({ filter: { workItemId } }),
  handoff: ({ handoffId }) => ({ id: handoffId }),
  handoffs: () => ({ search: 'review' }),
  handoffDocument: ({ nodes }) => ({ ref: { id: nodes['HandoffDocument'] } }),
  handoffDocuments: ({ workItemId }) => ({ filter: { workItem: { id: workItemId }, search: 'keys' } }),
  idsMatching: ({ workItemId }) => ({ kind: 'WORK_ITEM', fragment: workItemId.slice(-12) }),
  latestEventCursor: () => ({}),
  machines: () => ({}),
  members: () => ({}),
  needsYou: () => ({}),
  offeredRuntimes: () => ({}),
  node: ({ workItemId }) => ({ id: workItemId }),
  project: ({ nodes }) => ({ ref: { id: nodes['Project'] } }),
  projects: () => ({}),
  runtimes: () => ({}),
  tokens: () => ({ includeRevoked: true, kinds: ['MEMBER', 'MACHINE', 'SESSION'] }),
  viewer: () => ({}),
  webhook: ({ nodes }) => ({ id: nodes['Webhook'] }),
  webhooks: () => ({}),
  workItem: ({ workItemId }) => ({ ref: { id: workItemId } }),
  workItems: () => ({ order: 'PRIORITY' }),
};

/** Queries whose answer holds no id where the walk looks: a place in the caller's own log, runtimes by their names. */
export const withoutIds: readonly string[] = ['latestEventCursor', 'offeredRuntimes', 'runtimes'];

/** By field of Mutation, an input that is good but for whose rows it names. */
export const mutations: Readonly<Record<string, Attempt>> = {
  ackMachineCommand: ({ nodes }) => ({ input: { commandId: nodes['MachineCommand'] } }),
  acceptOffer: ({ nodes }) => input({ offerId: nodes['RecordOffer'] }),
  acceptHandoff: ({ handoffId, packageHash, destinationId }) =>
    input({ handoffId, packageHash, toSessionId: destinationId }),
  attachArtifact: ({ workItemId, uploadId }) =>
    input({ workItem: { id: workItemId }, type: 'file', title: 'Stolen', uploadId }),
  blockWorkItem: onWork(),
  cancelHandoff: ({ handoffId }) => input({ handoffId }),
  cancelWorkItem: onWork(),
  claimMachineCommand: ({ nodes }) => ({
    input: { commandId: nodes['MachineCommand'], claimToken: newKey() },
  }),
  compileHandoff: ({ handoffId }) => input({ handoffId }),
  completeHandoff: ({ handoffId }) => input({ handoffId }),
  completeWorkItem: onWork(),
  createMachineToken: () => input({ machineName: 'elsewhere' }),
  createMember: () => input({ name: 'Eve', role: 'OWNER' }),
  createProject: () => input({ keyPrefix: 'EVE', name: 'Eve' }),
  createSignInLink: () => input({}),
  createToken: () => input({ name: 'eve', scopes: ['work.read'] }),
  createWebhook: () => input({ name: 'Eve', url: 'https://example.com/' }),
  createWorkItem: ({ nodes }) => input({ project: { id: nodes['Project'] }, ...work }),
  deleteWebhook: ({ nodes }) => ({ input: { webhookId: nodes['Webhook'] } }),
  disableWebhook: ({ nodes }) => ({ input: { webhookId: nodes['Webhook'] } }),
  dismissOffer: ({ nodes }) => input({ offerId: nodes['RecordOffer'] }),
  enableWebhook: ({ nodes }) => ({ input: { webhookId: nodes['Webhook'], skipMissed: true } }),
  endSession: ({ sessionId }) => input({ sessionId, status: 'CANCELLED' }),
  linkHandoffDocument: ({ workItemId, nodes }) => ({
    input: { document: { id: nodes['HandoffDocument'] }, workItem: { id: workItemId } },
  }),
  nameProviderSession: ({ sessionId }) => ({ input: { sessionId, providerSessionId: 'stolen' } }),
  openWorkItemFromDocument: ({ nodes }) =>
    input({ document: { id: nodes['HandoffDocument'] }, project: { id: nodes['Project'] } }),
  offerRecords: ({ sessionId }) =>
    input({ sessionId, offers: [{ kind: 'DECISION', text: 'T', source: 'NOTES.md, line 1' }] }),
  raiseBlocker: onWork({ title: 'B', detail: '', severity: 'LOW' }),
  recordDecision: onWork(decision),
  recordHeartbeat: () => ({ input: { instanceId: newKey() } }),
  recordOutcome: onWork({ summary: 'S', metCriteria: [], unmetCriteria: [], evidence: [] }),
  recordReceipt: ({ handoffId }) => input({ handoffId, echoes: ['goal'] }),
  recordSessionEvents: ({ sessionId }) =>
    input({ sessionId, events: [{ kind: 'TOOL', occurredAt: '2026-01-01T00:00:00.000Z' }] }),
  registerMachine: () => input({ identity: newKey(), name: 'elsewhere' }),
  registerSession: onWork({ runtime: 'codex', purpose: 'P' }),
  rejectHandoff: ({ handoffId }) => input({ handoffId, reason: 'OTHER' }),
  renameMachine: ({ machine }) => ({ input: { machineId: machine.actor.id, name: 'mine' } }),
  reopenWorkItem: onWork(),
  reportBriefing: ({ sessionId }) => ({
    input: { sessionId, text: 'T', sha256: sha256Hex('T'), cuts: [], clipped: [] },
  }),
  reportFreshness: ({ handoffId, sessionId }) => ({
    input: { handoffId, sessionId, packageVersion: 1, look: { goneFiles: [] } },
  }),
  reportLaunch: ({ nodes }) => input({ launchId: nodes['Launch'], fence: 1, state: 'STARTED' }),
  reportRuntimes: () => ({ input: { instanceId: newKey(), runtimes: [] } }),
  replayDelivery: ({ nodes }) => input({ deliveryId: nodes['WebhookDelivery'] }),
  replayWebhook: ({ nodes }) => input({ webhookId: nodes['Webhook'], since: '2026-01-01T00:00:00.000Z' }),
  reportSourcePin: ({ sessionId }) => ({
    input: { sessionId, takenAt: '2026-01-01T00:00:00.000Z', pin: { head: 'a'.repeat(40), goneFiles: [] } },
  }),
  reportWorkspace: ({ sessionId }) => ({ input: { sessionId, files: [{ path: 'a', insertions: 1, deletions: 0 }] } }),
  requestHandoff: onWork({ targetRuntime: 'claude', purpose: 'review' }),
  resumeSession: ({ nodes }) => input({ sessionId: nodes['LaunchedSession'] }),
  resolveLaunch: ({ nodes }) => input({ launchId: nodes['Launch'], resolution: 'ENDED' }),
  resolveBlocker: ({ blockerId }) => input({ blockerId, resolution: 'R' }),
  revokeToken: ({ nodes }) => ({ input: { tokenId: nodes['Token'] } }),
  rotateToken: ({ nodes }) => input({ tokenId: nodes['Token'] }),
  rotateWebhookSecret: ({ nodes }) => input({ webhookId: nodes['Webhook'] }),
  setEventRetention: () => ({ input: { days: null } }),
  setMachineSyncMode: ({ machine }) => ({ input: { machineId: machine.actor.id, syncMode: 'FULL' } }),
  setRuntimeEnabled: () => ({ input: { runtime: 'gemini', isEnabled: true } }),
  signOffMachine: () => ({ input: { instanceId: newKey() } }),
  signOnMachine: () => ({
    input: { instanceId: newKey(), label: 'a thief', daemonVersion: '1', platform: 'linux' },
  }),
  startSession: onWork({ runtime: 'codex', workspace: '/work' }),
  startWorkItem: onWork(),
  stopSession: ({ nodes }) => input({ sessionId: nodes['LaunchedSession'] }),
  storeHandoffDocument: ({ workItemId }) => ({ input: { ...newDocument(), workItem: { id: workItemId } } }),
  submitWorkItem: onWork(),
  supersedeDecision: ({ decisionId }) => input({ decisionId, ...decision }),
  testWebhook: ({ nodes }) => input({ webhookId: nodes['Webhook'] }),
  unblockWorkItem: onWork(),
  updateWebhook: ({ nodes }) => ({ input: { webhookId: nodes['Webhook'], url: 'https://example.net/' } }),
  updateWorkItem: ({ workItemId }) => ({ input: { workItem: { id: workItemId }, revision: 1, title: 'Taken over' } }),
};

/** Mutations that name nobody's rows: an owner of another organisation does them in that one. */
export const ownAffairs: readonly string[] = [
  'createMachineToken',
  'createMember',
  'createProject',
  'createSignInLink',
  'createToken',
  'createWebhook',
  'setEventRetention',
  'registerMachine',
  'setRuntimeEnabled',
];
