import type { Actor } from '#server/auth/actor.ts';
import { signOnDaemon } from '#tests/support/scenes/fleet.ts';
import { addMachine, addMember, addSession, addWorkItem, newKey, type Signed } from '#tests/support/cast.ts';
import { newDocument } from '#tests/support/scenes/handoff-documents.ts';
import type { TestApp } from '#tests/support/server/test-app.ts';

/** One real row of everything, on one work item, that somebody else tries to reach. */
export interface Victim {
  readonly workItemId: string;
  readonly sessionId: string;
  /** A second session of the same work item, which could take the handoff on. */
  readonly destinationId: string;
  readonly decisionId: string;
  readonly artifactId: string;
  readonly blockerId: string;
  readonly handoffId: string;
  readonly packageHash: string;
  readonly uploadId: string;
  readonly machine: Signed;
  readonly member: Signed;
  /** By the name of its GraphQL type, the id of one node. */
  readonly nodes: Readonly<Record<string, string>>;
}

/** Records the whole story of a handed-over work item. */
export async function createVictim(test: TestApp): Promise<Victim> {
  const { app, owner } = test;
  const workItemId = await addWorkItem(app, owner);
  const machine = await addMachine(app, owner, 'victim-machine');
  const member = await addMember(app, owner, 'Vic');
  const { sessionId } = await addSession(app, machine.actor, workItemId);
  const destination = await addSession(app, owner, workItemId, 'claude');
  const files = [{ path: 'src/keys.ts', insertions: 3, deletions: 1 }];
  await app.services.sessions.reportWorkspace(owner, { sessionId, files });
  const events = [{ kind: 'INIT', occurredAt: new Date(), model: 'gpt-6-codex' }] as const;
  await app.services.sessions.recordSessionEvents(owner, { sessionId, events, idempotencyKey: newKey() });
  const records = await createRecords(test, workItemId, sessionId);
  await app.services.documents.storeDocument(owner, { ...newDocument(), workItem: { id: workItemId } });
  const handoff = await createHandoff(test, workItemId, sessionId);
  await launchSession(test, machine.actor, workItemId);
  const { webhookId } = await app.services.webhooks.createWebhook(owner, {
    ...{ name: 'Told', url: 'https://example.com/hook', idempotencyKey: newKey() },
  });
  const offers = [{ kind: 'DECISION', text: 'Keep the old key', source: 'NOTES.md, line 1' }] as const;
  await app.services.sessions.offerRecords(owner, { sessionId, offers, idempotencyKey: newKey() });
  await app.services.webhooks.testWebhook(owner, { webhookId, idempotencyKey: newKey() });
  const nodes = await nodesOf(test, workItemId);
  return {
    workItemId,
    sessionId,
    destinationId: destination.sessionId,
    ...records,
    ...handoff,
    machine,
    member,
    nodes,
  };
}

async function createRecords({ app, owner, url, ownerToken }: TestApp, workItemId: string, sessionId: string) {
  const about = () => ({ workItem: { id: workItemId }, sessionId, idempotencyKey: newKey() });
  const upload = await fetch(`${url}/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ownerToken}`, 'content-type': 'text/plain' },
    body: 'the victim’s bytes',
  });
  const { uploadId } = (await upload.json()) as { uploadId: string };
  const work = app.services.work;
  const decision = { statement: 'Keep both keys for a day', rationale: 'Sessions outlive a deploy', evidence: [] };
  const { decisionId } = await work.recordDecision(owner, { ...about(), ...decision });
  const { artifactId } = await work.attachArtifact(owner, { ...about(), type: 'report', title: 'Plan', uploadId });
  const blocker = { title: 'No staging key', detail: '', severity: 'HIGH' } as const;
  const { blockerId } = await work.raiseBlocker(owner, { ...about(), ...blocker });
  const outcome = {
    summary: 'half way',
    metCriteria: [],
    unmetCriteria: ['Old signatures still verify'],
    evidence: [],
  };
  await work.recordOutcome(owner, { ...about(), ...outcome });
  return { decisionId, artifactId, blockerId, uploadId };
}

async function createHandoff({ app, owner }: TestApp, workItemId: string, sessionId: string) {
  const { handoffId } = await app.services.handoffs.requestHandoff(owner, {
    workItem: { id: workItemId },
    ...{ fromSessionId: sessionId, targetRuntime: 'claude', purpose: 'review', idempotencyKey: newKey() },
  });
  const { packageHash } = await app.services.handoffs.compileHandoff(owner, { handoffId, idempotencyKey: newKey() });
  return { handoffId, packageHash };
}

/** Asks the victim's machine, which serves codex, to run one session more. */
async function launchSession({ app, owner }: TestApp, machine: Actor, workItemId: string) {
  const daemon = await signOnDaemon(app, machine);
  await daemon.serve('codex');
  await app.services.fleet.startSession(owner, {
    ...{ workItem: { id: workItemId }, runtime: 'codex', workspace: '/home/vic/code' },
    idempotencyKey: newKey(),
  });
}

async function nodesOf({ app, owner }: TestApp, workItemId: string): Promise<Record<string, string>> {
  const { prisma } = app;
  const { organisationId } = owner;
  const ofWork = { where: { workItemId }, select: { id: true } };
  const ofOrganisation = { where: { organisationId }, select: { id: true } };
  const rows = {
    Organisation: { id: organisationId },
    Member: { id: owner.id },
    Token: { id: owner.tokenId },
    Machine: await prisma.machine.findFirstOrThrow(ofOrganisation),
    Project: await prisma.project.findFirstOrThrow(ofOrganisation),
    WorkItem: { id: workItemId },
    WorkItemStateChange: await prisma.workItemStateChange.findFirstOrThrow(ofWork),
    AgentSession: await prisma.agentSession.findFirstOrThrow(ofWork),
    Decision: await prisma.decision.findFirstOrThrow(ofWork),
    Artifact: await prisma.artifact.findFirstOrThrow(ofWork),
    Blocker: await prisma.blocker.findFirstOrThrow(ofWork),
    Outcome: await prisma.outcome.findFirstOrThrow(ofWork),
    Handoff: await prisma.handoff.findFirstOrThrow(ofWork),
    HandoffDocument: await prisma.handoffDocument.findFirstOrThrow(ofWork),
    Webhook: await prisma.webhook.findFirstOrThrow(ofOrganisation),
    WebhookDelivery: await prisma.webhookDelivery.findFirstOrThrow(ofOrganisation),
    HandoffPackage: await prisma.handoffPackage.findFirstOrThrow(ofWork),
    Launch: await prisma.launch.findFirstOrThrow(ofWork),
    RecordOffer: await prisma.recordOffer.findFirstOrThrow(ofWork),
    MachineCommand: await prisma.machineCommand.findFirstOrThrow(ofOrganisation),
    LaunchedSession: await prisma.agentSession.findFirstOrThrow({
      where: { workItemId, launch: { isNot: null } },
      select: { id: true },
    }),
  };
  return Object.fromEntries(Object.entries(rows).map(([type, { id }]) => [type, id]));
}
