import { randomUUID } from 'node:crypto';
import { type Scope, scopes, sessionScopes } from '#server/auth/scopes.ts';
import type { Actor } from '#server/auth/actor.ts';
import type { WorkItemTexts } from '#server/work/work-item-texts.ts';
import type { TestApp } from '../server/test-app.ts';

/** A key no other request bears. */
export const freshKey = (): string => randomUUID();

/** Creates a project with a prefix of its own and a work item in it, as the owner. */
export async function seedWorkItem(
  { app, owner }: Pick<TestApp, 'app' | 'owner'>,
  texts: Partial<WorkItemTexts> = {},
  actor: Actor = owner,
): Promise<{ id: string; key: string; projectId: string; keyPrefix: string }> {
  const keyPrefix = `T${randomUUID().replaceAll('-', '').slice(0, 9).toUpperCase()}`;
  const project = { keyPrefix, name: 'A project', idempotencyKey: freshKey() };
  const { projectId } = await app.services.work.createProject(actor, project);
  const { workItemId } = await app.services.work.createWorkItem(actor, {
    project: { id: projectId },
    title: 'Make the login safe',
    goal: 'Nobody signs in with a stolen password.',
    taskType: 'feature',
    priority: 'MEDIUM',
    constraints: ['No new dependency.'],
    acceptanceCriteria: ['Tests pass.', 'Docs say how.'],
    ...texts,
    idempotencyKey: freshKey(),
  });
  return { id: workItemId, key: `${keyPrefix}-1`, projectId, keyPrefix };
}

/** The owner with other scopes than all. */
export const withScopes = (actor: Actor, ...held: Scope[]): Actor => ({ ...actor, scopes: new Set(held) });

/** An owner of another organisation, which is made for it. */
export async function seedForeigner({ app }: Pick<TestApp, 'app'>): Promise<Actor> {
  const organisationId = app.ids.next('org');
  await app.prisma.organisation.create({ data: { id: organisationId, name: 'Others', createdAt: app.clock.now() } });
  const id = app.ids.next('usr');
  const tokenId = app.ids.next('tok');
  return { kind: 'member', role: 'OWNER', id, name: 'Somebody else', organisationId, tokenId, scopes: new Set(scopes) };
}

/** An active session on a work item, as the actor its credential stands for. */
export async function seedSession(
  { app, owner }: Pick<TestApp, 'app' | 'owner'>,
  workItemId: string,
): Promise<Actor & { sessionId: string }> {
  const { organisationId } = owner;
  const id = app.ids.next('ses');
  await app.prisma.agentSession.create({
    data: {
      id,
      organisationId,
      workItemId,
      runtime: 'codex',
      purpose: 'implement',
      status: 'ACTIVE',
      syncMode: 'METADATA_ONLY',
      registeredAt: app.clock.now(),
      startedAt: app.clock.now(),
      registeredBy: { kind: 'member', id: owner.id, name: owner.name },
    },
  });
  const tokenId = app.ids.next('tok');
  const reach = { sessionId: id, workItemId, scopes: new Set(sessionScopes) };
  return { kind: 'session', id, name: 'codex', organisationId, tokenId, ...reach };
}
