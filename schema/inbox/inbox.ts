import { type ResolveCursorConnectionArgs, resolveCursorConnection } from '@pothos/plugin-relay';
import { ValidationError } from '#server/errors.ts';
import type { Need, NeedKind as NeedKindName } from '#server/inbox/need.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { typeOfId } from '../global-id.ts';
import { InboxItem } from './inbox-item.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../query-limits.ts';
import { requireActor } from '../actors/require-actor.ts';

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
  description:
    'What stands still until somebody acts, in groups by what waiting costs; in each, what waits longest comes first.',
});

type Scoped = 'handoff.read' | 'session.read' | 'work.read';

const group = (name: string, kind: NeedKindName, scope: Scoped, description: string) =>
  builder.objectField(NeedsYou, name, (t) =>
    t.connection(
      {
        type: InboxItem,
        description,
        authScopes: { scope },
        resolve: (_root, page, ctx) => readPage(ctx, kind, page),
      },
      InboxItemConnection,
    ),
  );

group('rejectedHandoffs', 'REJECTED_HANDOFF', 'handoff.read', 'Handoffs whose package was turned down.');
group('waitingHandoffs', 'WAITING_HANDOFF', 'handoff.read', 'Packages on offer that nobody has taken on.');
group(
  'incompleteSessions',
  'INCOMPLETE_SESSION',
  'session.read',
  'Sessions that ended without completing, on open work that nobody took further since.',
);
group(
  'uncertainSessions',
  'UNCERTAIN_SESSION',
  'session.read',
  'Sessions of which it cannot be known whether they run, also on closed work.',
);
group(
  'stalledSessions',
  'STALLED_SESSION',
  'session.read',
  'Sessions that should be at work and of which nothing was heard for long.',
);
group('openBlockers', 'OPEN_BLOCKER', 'work.read', 'Open blockers, critical ones first, then those of high severity.');
group('recordOffers', 'RECORD_OFFER', 'work.read', 'Lines that sessions left for the record and nobody settled.');
group('quietMachines', 'QUIET_MACHINE', 'session.read', 'Machines gone quiet while sessions should run there.');
group(
  'disabledWebhooks',
  'DISABLED_WEBHOOK',
  'work.read',
  'Webhooks that were switched off because their receiver failed or is gone; empty for all but owners.',
);

builder.queryField('needsYou', (t) =>
  t.field({
    type: NeedsYou,
    description: 'What needs somebody in the organisation, in groups.',
    authScopes: { scope: 'work.read' },
    resolve: () => ({}),
  }),
);
