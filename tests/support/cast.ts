import { randomUUID } from 'node:crypto';
import type { App } from '#server/app.ts';
import type { Actor } from '#server/auth/actor.ts';
import { authenticate } from '#server/auth/authenticate.ts';
import { scopes } from '#server/auth/scopes.ts';
import { hashSecret, mintSecret } from '#server/auth/secret.ts';

/** A fresh idempotency key. */
export const newKey = (): string => randomUUID();

/** The actor behind a secret that must be good. */
export async function signIn(app: App, secret: string | null): Promise<Actor> {
  const actor = secret === null ? null : await authenticate(app, secret);
  if (actor === null) throw new Error('this credential does not sign in');
  return actor;
}

export interface Signed {
  readonly secret: string;
  readonly actor: Actor;
}

/** Another organisation in the same database, with an owner of its own. */
export async function addOrganisation(app: App, name = 'Elsewhere'): Promise<Signed> {
  const secret = mintSecret();
  const createdAt = app.clock.now();
  const organisationId = app.ids.next('org');
  await app.prisma.organisation.create({
    data: {
      id: organisationId,
      name,
      createdAt,
      members: { create: { id: app.ids.next('usr'), name: 'Stranger', role: 'OWNER', createdAt } },
    },
  });
  const { id: memberId } = await app.prisma.member.findFirstOrThrow({ where: { organisationId } });
  const data = {
    id: app.ids.next('tok'),
    organisationId,
    memberId,
    name: 'first',
    hash: hashSecret(secret),
    createdAt,
  };
  await app.prisma.token.create({ data: { ...data, kind: 'MEMBER', scopes: [...scopes] } });
  return { secret, actor: await signIn(app, secret) };
}

/** An ordinary member of the owner's organisation. */
export async function addMember(app: App, owner: Actor, name = 'Mia'): Promise<Signed> {
  const { secret } = await app.services.tokens.createMember(owner, { name, role: 'MEMBER', idempotencyKey: newKey() });
  return { secret: secret ?? '', actor: await signIn(app, secret) };
}

/** A machine of the owner's organisation. */
export async function addMachine(app: App, owner: Actor, machineName: string): Promise<Signed> {
  const { secret } = await app.services.tokens.createMachineToken(owner, { machineName, idempotencyKey: newKey() });
  return { secret: secret ?? '', actor: await signIn(app, secret) };
}

/** An open work item; projects named by `keyPrefix` are created on first use. */
export async function addWorkItem(app: App, actor: Actor, keyPrefix = 'AUTH'): Promise<string> {
  const { organisationId } = actor;
  if ((await app.prisma.project.count({ where: { organisationId, keyPrefix } })) === 0) {
    await app.services.work.createProject(actor, { keyPrefix, name: keyPrefix, idempotencyKey: newKey() });
  }
  const { workItemId } = await app.services.work.createWorkItem(actor, {
    project: { keyPrefix },
    title: 'Rotate the signing keys',
    goal: 'Old keys sign nothing any more.',
    taskType: 'feature',
    priority: 'MEDIUM',
    constraints: ['No downtime'],
    acceptanceCriteria: ['Old signatures still verify'],
    idempotencyKey: newKey(),
  });
  return workItemId;
}

/** An active session on the work item, with its own credential's actor. */
export async function addSession(
  app: App,
  actor: Actor,
  workItemId: string,
  runtime = 'codex',
): Promise<Signed & { readonly sessionId: string }> {
  const { sessionId, credential } = await app.services.sessions.registerSession(actor, {
    workItem: { id: workItemId },
    runtime,
    purpose: 'implement',
    idempotencyKey: newKey(),
  });
  return { sessionId, secret: credential ?? '', actor: await signIn(app, credential) };
}
