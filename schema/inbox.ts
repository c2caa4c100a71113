import { type ResolveCursorConnectionArgs, resolveCursorConnection } from '@pothos/plugin-relay';
import { ValidationError } from '#server/errors.ts';
import type { Need, NeedKind as NeedKindName } from '#server/inbox/needs-you.ts';
import { Blocker } from './blocker.ts';
import { builder } from './builder.ts';
import type { Context } from './context.ts';
import { typeOfId } from './global-id.ts';
import { Handoff } from './handoff.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from './query-limits.ts';
import { requireActor } from './require-actor.ts';
import { WorkItem } from './work-item.ts';

const NeedKind = builder.enumType('InboxItemKind', {
  description: 'Why something is in Needs You.',
  values: {
    REJECTED_HANDOFF: { description: 'A handoff whose package was turned down.' },
    WAITING_HANDOFF: { description: 'A package on offer that nobody has taken on.' },
    OPEN_BLOCKER: { description: 'A blocker of high or critical severity.' },
  } satisfies Record<NeedKindName, { description: string }>,
});

const InboxItem = builder.objectRef<Need>('InboxItem').implement({
  description: 'Something that stands still until somebody acts.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Id of the handoff or the blocker.' }),
    kind: t.expose('kind', { type: NeedKind, description: 'Why it is here.' }),
    title: t.exposeString('title', { description: 'The purpose of the handoff, or what is in the way.' }),
    since: t.expose('since', { type: 'DateTime', description: 'Since when it stands still.' }),
    clearedBy: t.exposeString('clearedBy', { description: 'What would clear it, in a sentence.' }),
    workItem: t.prismaField({
      type: WorkItem,
      description: 'The work item it belongs to.',
      resolve: (query, { workItemId: id }, _args, ctx) =>
        ctx.db.workItem.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    handoff: t.prismaField({
      type: Handoff,
      nullable: true,
      description: 'The handoff; null for a blocker.',
      resolve: (query, { id, kind }, _args, ctx) =>
        kind === 'OPEN_BLOCKER' ? null : ctx.db.handoff.findUniqueOrThrow({ ...query, where: { id } }),
    }),
    blocker: t.prismaField({
      type: Blocker,
      nullable: true,
      description: 'The blocker; null for a handoff.',
      resolve: (query, { id, kind }, _args, ctx) =>
        kind === 'OPEN_BLOCKER' ? ctx.db.blocker.findUniqueOrThrow({ ...query, where: { id } }) : null,
    }),
  }),
});

/** A page of a group, which knows what group it is of. */
interface GroupPage {
  readonly kind: NeedKindName;
}

const InboxItemConnection = builder.connectionObject<typeof InboxItem, GroupPage>(
  {
    type: InboxItem,
    name: 'InboxItemConnection',
    description: 'One page of one group of Needs You.',
    fields: (t) => ({
      totalCount: t.int({
        description: 'How many entries the group has in all.',
        resolve: ({ kind }, _args, ctx) => ctx.services.inbox.countNeeds(requireActor(ctx), kind),
      }),
    }),
  },
  { name: 'InboxItemEdge', description: 'An entry and its place in the group.' },
);

interface Page {
  readonly first?: number | null | undefined;
  readonly last?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly before?: string | null | undefined;
}

/** One page of a group, forwards only: an inbox is worked through from its beginning. */
async function readPage(ctx: Context, kind: NeedKindName, { first, after, last, before }: Page) {
  if (last != null || before != null)
    throw new ValidationError('last', 'read Needs You forwards, with first and after');
  if (after != null && typeOfId(after) === undefined)
    throw new ValidationError('after', 'is not a cursor of this list');
  const options = {
    args: { first, after },
    defaultSize: DEFAULT_PAGE_SIZE,
    maxSize: MAX_PAGE_SIZE,
    toCursor: (need: Need) => need.id,
  };
  const page = await resolveCursorConnection(options, ({ limit, after: cursor }: ResolveCursorConnectionArgs) =>
    ctx.services.inbox.listNeeds(requireActor(ctx), { kind, first: limit, after: cursor ?? null }),
  );
  return { ...page, kind };
}

const NeedsYou = builder.objectRef<object>('NeedsYou').implement({
  description: 'What stands still until somebody acts, on work that is not closed; what waits longest comes first.',
  fields: (t) => ({
    rejectedHandoffs: t.connection(
      {
        type: InboxItem,
        description: 'Handoffs whose package was turned down.',
        authScopes: { scope: 'handoff.read' },
        resolve: (_root, page, ctx) => readPage(ctx, 'REJECTED_HANDOFF', page),
      },
      InboxItemConnection,
    ),
    waitingHandoffs: t.connection(
      {
        type: InboxItem,
        description: 'Packages on offer that nobody has taken on.',
        authScopes: { scope: 'handoff.read' },
        resolve: (_root, page, ctx) => readPage(ctx, 'WAITING_HANDOFF', page),
      },
      InboxItemConnection,
    ),
    openBlockers: t.connection(
      {
        type: InboxItem,
        description: 'Open blockers, critical ones first, then those of high severity.',
        resolve: (_root, page, ctx) => readPage(ctx, 'OPEN_BLOCKER', page),
      },
      InboxItemConnection,
    ),
  }),
});

builder.queryField('needsYou', (t) =>
  t.field({
    type: NeedsYou,
    description: 'What needs somebody in the organisation, in three groups.',
    authScopes: { scope: 'work.read' },
    resolve: () => ({}),
  }),
);
