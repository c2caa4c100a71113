import type { Scope } from './scopes.ts';

/**
 * Who is asking, as the token tells. A session actor always has `sessionId` and `workItemId`, which bound its reach;
 * a machine actor has `machineId`; a member has `role`.
 */
export interface Actor {
  readonly kind: 'member' | 'machine' | 'session';
  /** The member's, machine's or session's own id. */
  readonly id: string;
  readonly name: string;
  readonly organisationId: string;
  readonly tokenId: string;
  readonly scopes: ReadonlySet<Scope>;
  readonly role?: 'OWNER' | 'MEMBER';
  readonly machineId?: string;
  readonly sessionId?: string;
  readonly workItemId?: string;
}

/** What is kept beside a record of who made it: enough to show, nothing to sign in with. */
export interface RecordedActor {
  kind: Actor['kind'] | 'server';
  id: string;
  name: string;
}

/** The part of an actor that is stored with what it did. */
export const recordedActor = (actor: Actor): RecordedActor => ({ kind: actor.kind, id: actor.id, name: actor.name });

/** Stands for the server itself, in facts that nobody asked for. */
export const serverActor = (organisationId: string): RecordedActor => ({
  kind: 'server',
  id: organisationId,
  name: 'Kernel',
});
