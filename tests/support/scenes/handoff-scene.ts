import type { HandoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { CompileAnswer } from '#server/handoffs/compile-handoff.ts';
import { addSession, addWorkItem, newKey, type Signed } from '../cast.ts';
import type { TestApp } from '../server/test-app.ts';

/** A work item, the session that worked on it, and a handoff requested from it; with the acts that tests repeat. */
export interface HandoffScene {
  readonly workItemId: string;
  readonly source: Signed & { readonly sessionId: string };
  readonly handoffId: string;
  compile(actor?: Actor, objective?: string): Promise<CompileAnswer>;
  /** The document on offer. */
  document(version?: number): Promise<HandoffPackageV1>;
  reject(note?: string): Promise<{ handoffId: string }>;
  /** Accepts what is on offer; `toSessionId` is a new session's unless named. */
  accept(toSessionId?: string, idempotencyKey?: string): Promise<{ handoffId: string }>;
  decide(statement: string): Promise<{ decisionId: string }>;
  newSession(runtime?: string): Promise<Signed & { readonly sessionId: string }>;
}

/** Sets the scene on a work item of its own, or on the one named. */
export async function handoffScene(test: TestApp, onWorkItemId?: string): Promise<HandoffScene> {
  const { app, owner } = test;
  const { handoffs, work } = app.services;
  const workItemId = onWorkItemId ?? (await addWorkItem(app, owner));
  const source = await addSession(app, owner, workItemId);
  const { handoffId } = await handoffs.requestHandoff(owner, {
    workItem: { id: workItemId },
    fromSessionId: source.sessionId,
    targetRuntime: 'claude',
    purpose: 'review',
    idempotencyKey: newKey(),
  });
  const newSession = (runtime = 'claude') => addSession(app, owner, workItemId, runtime);
  const onOffer = () => app.prisma.handoff.findUniqueOrThrow({ where: { id: handoffId } });
  return {
    workItemId,
    source,
    handoffId,
    newSession,
    compile: (actor = owner, objective) =>
      handoffs.compileHandoff(actor, { handoffId, objective, idempotencyKey: newKey() }),
    document: async (version) => {
      const wanted = version ?? (await onOffer()).packageVersion;
      const where = { handoffId_version: { handoffId, version: wanted } };
      const { document } = await app.prisma.handoffPackage.findUniqueOrThrow({ where });
      return JSON.parse(document) as HandoffPackageV1;
    },
    reject: (note = 'no test plan') =>
      handoffs.rejectHandoff(owner, { handoffId, reason: 'MISSING_CONTEXT', note, idempotencyKey: newKey() }),
    accept: async (toSessionId, idempotencyKey = newKey()) =>
      handoffs.acceptHandoff(owner, {
        handoffId,
        packageHash: (await onOffer()).packageHash ?? '',
        toSessionId: toSessionId ?? (await newSession()).sessionId,
        idempotencyKey,
      }),
    decide: (statement) =>
      work.recordDecision(owner, {
        workItem: { id: workItemId },
        statement,
        rationale: 'because',
        evidence: [],
        idempotencyKey: newKey(),
      }),
  };
}
