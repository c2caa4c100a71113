import type { PrismaClient } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord, reachWorkItem } from '#server/auth/authorize.ts';
import type { Scope } from '#server/auth/scopes.ts';
import { reachToken } from '#server/auth/tokens/reach-token.ts';
import { ForbiddenError, ValidationError } from '#server/errors.ts';
import { reachMachine } from '#server/auth/reach-machine.ts';
import { reachDocument } from '#server/documents/reach-document.ts';
import { reachWebhook } from '#server/webhooks/reach-webhook.ts';
import { builder } from '../builder.ts';
import { requireActor } from '../actors/require-actor.ts';

/** Most matches answered: enough to tell a person what the choice is. */
const MAX_MATCHES = 10;
const FRAGMENT = /^[0-9a-f]{4,32}$/;
/** Where the dashes of a UUID stand, counted in hex digits from its beginning and from its end. */
const DASHES_FROM_START = [8, 12, 16, 20];
const DASHES_FROM_END = [12, 16, 20, 24];

interface IdMatchShape {
  readonly id: string;
  readonly label: string;
}

interface Kind {
  readonly prefix: string;
  readonly scope: Scope;
  readonly description: string;
  find(db: PrismaClient, actor: Actor, id: IdWhere): Promise<IdMatchShape[]>;
}

/** The part of a where-clause that matches the beginning or the end of an id. */
interface IdWhere {
  OR: [{ id: { startsWith: string } }, { id: { endsWith: string } }];
}

const order = { orderBy: { id: 'desc' }, take: MAX_MATCHES } as const;
const within = (where: object, id: IdWhere) => ({ where: { AND: [where, id] }, ...order });

const kinds = {
  WORK_ITEM: {
    prefix: 'wrk',
    scope: 'work.read',
    description: 'Work items.',
    find: async (db, actor, id) =>
      (await db.workItem.findMany(within(reachWorkItem(actor), id))).map((row) => ({
        id: row.id,
        label: `${row.key} ${row.title}`,
      })),
  },
  AGENT_SESSION: {
    prefix: 'ses',
    scope: 'session.read',
    description: 'Agent sessions.',
    find: async (db, actor, id) =>
      (await db.agentSession.findMany(within(reachRecord(actor), id))).map((row) => ({
        id: row.id,
        label: `${row.runtime}, ${row.status.toLowerCase()}: ${row.purpose}`,
      })),
  },
  HANDOFF: {
    prefix: 'hof',
    scope: 'handoff.read',
    description: 'Handoffs.',
    find: async (db, actor, id) =>
      (await db.handoff.findMany(within(reachRecord(actor), id))).map((row) => ({
        id: row.id,
        label: `to ${row.targetRuntime}, ${row.state.toLowerCase()}: ${row.purpose}`,
      })),
  },
  DECISION: {
    prefix: 'dec',
    scope: 'work.read',
    description: 'Decisions.',
    find: async (db, actor, id) =>
      (await db.decision.findMany(within(reachRecord(actor), id))).map((row) => ({ id: row.id, label: row.statement })),
  },
  ARTIFACT: {
    prefix: 'art',
    scope: 'work.read',
    description: 'Artifacts.',
    find: async (db, actor, id) =>
      (await db.artifact.findMany(within(reachRecord(actor), id))).map((row) => ({
        id: row.id,
        label: `v${row.version} ${row.title}`,
      })),
  },
  BLOCKER: {
    prefix: 'blk',
    scope: 'work.read',
    description: 'Blockers.',
    find: async (db, actor, id) =>
      (await db.blocker.findMany(within(reachRecord(actor), id))).map((row) => ({ id: row.id, label: row.title })),
  },
  RECORD_OFFER: {
    prefix: 'off',
    scope: 'work.read',
    description: 'Lines that sessions left for the record.',
    find: async (db, actor, id) =>
      (await db.recordOffer.findMany(within(reachRecord(actor), id))).map((row) => ({
        id: row.id,
        label: `${row.kind.toLowerCase()}, ${row.state.toLowerCase()}: ${row.text}`,
      })),
  },
  HANDOFF_DOCUMENT: {
    prefix: 'doc',
    scope: 'work.read',
    description: 'Handoff documents.',
    find: async (db, actor, id) =>
      (
        await db.handoffDocument.findMany({ ...within(reachDocument(actor), id), select: { id: true, name: true } })
      ).map((row) => ({ id: row.id, label: row.name })),
  },
  MACHINE: {
    prefix: 'mch',
    scope: 'session.read',
    description: 'Machines.',
    find: async (db, actor, id) =>
      (await db.machine.findMany(within(reachMachine(actor), id))).map((row) => ({ id: row.id, label: row.name })),
  },
  TOKEN: {
    prefix: 'tok',
    scope: 'token.manage',
    description: 'Credentials.',
    find: async (db, actor, id) =>
      (await db.token.findMany(within(reachToken(actor), id))).map((row) => ({ id: row.id, label: row.name })),
  },
  WEBHOOK: {
    prefix: 'whk',
    scope: 'token.manage',
    description: 'Webhooks.',
    find: async (db, actor, id) =>
      (await db.webhook.findMany(within(reachWebhook(actor), id))).map((row) => ({ id: row.id, label: row.name })),
  },
  WEBHOOK_DELIVERY: {
    prefix: 'whd',
    scope: 'token.manage',
    description: 'Deliveries of webhooks.',
    find: async (db, actor, id) =>
      (await db.webhookDelivery.findMany(within(reachWebhook(actor), id))).map((row) => ({
        id: row.id,
        label: `${row.type}, ${row.state.toLowerCase()}`,
      })),
  },
} satisfies Record<string, Kind>;

type KindName = keyof typeof kinds;

const IdKind = builder.enumType('IdKind', {
  description: 'What an abbreviated id may name.',
  values: Object.fromEntries(
    Object.entries(kinds).map(([name, { description }]) => [name, { value: name as KindName, description }]),
  ),
});

const IdMatch = builder.objectRef<IdMatchShape>('IdMatch').implement({
  description: 'Something whose id begins or ends with what was asked for.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its whole id.' }),
    label: t.exposeString('label', { description: 'What it is, in a line, for a person who has to choose.' }),
  }),
});

builder.queryField('idsMatching', (t) =>
  t.field({
    type: [IdMatch],
    description: 'What is within reach and has an id that begins or ends with a fragment, newest first; at most ten.',
    authScopes: { signedIn: true },
    args: {
      kind: t.arg({ type: IdKind, description: 'Of what kind.' }),
      fragment: t.arg.string({ description: '4 to 32 hexadecimal digits, without prefix and dashes.' }),
    },
    resolve: (_root, { kind, fragment }, ctx) => {
      const actor = requireActor(ctx);
      const { prefix, scope, find } = kinds[kind];
      if (!actor.scopes.has(scope)) throw new ForbiddenError(`This credential lacks ${scope}.`, [scope]);
      if (!FRAGMENT.test(fragment)) throw new ValidationError('fragment', 'must be 4 to 32 hexadecimal digits');
      return find(ctx.db, actor, idWhere(prefix, fragment));
    },
  }),
);

function idWhere(prefix: string, fragment: string): IdWhere {
  const fromEnd = DASHES_FROM_END.map((at) => fragment.length - at).filter((at) => at > 0);
  return {
    OR: [
      { id: { startsWith: `${prefix}_${dashed(fragment, DASHES_FROM_START)}` } },
      { id: { endsWith: dashed(fragment, fromEnd) } },
    ],
  };
}

/** Puts a dash before each of these places; one after the last digit is left to the wildcard. */
const dashed = (hex: string, places: readonly number[]): string =>
  [...hex].map((digit, at) => (places.includes(at) ? `-${digit}` : digit)).join('');
