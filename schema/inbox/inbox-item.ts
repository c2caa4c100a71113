import type { Need, NeedKind as NeedKindName } from '#server/inbox/need.ts';
import { AgentSession } from '../sessions/agent-session.ts';
import { Blocker } from '../work/blocker.ts';
import { builder } from '../builder.ts';
import { findIfNamed } from '../arguments/find-if-named.ts';
import { Handoff } from '../handoffs/handoff.ts';
import { Machine } from '../fleet/machine.ts';
import { RecordOffer } from '../work/record-offer.ts';
import { Webhook } from '../organisation/webhook.ts';
import { WorkItem } from '../work/work-item.ts';

const NeedKind = builder.enumType('InboxItemKind', {
  description: 'Why something is in Needs You.',
  values: {
    REJECTED_HANDOFF: { description: 'A handoff whose package was turned down.' },
    WAITING_HANDOFF: { description: 'A package on offer that nobody has taken on.' },
    INCOMPLETE_SESSION: { description: 'A session that ended without completing.' },
    UNCERTAIN_SESSION: { description: 'A session of which it cannot be known whether it runs.' },
    STALLED_SESSION: { description: 'A session of which nothing was heard for long.' },
    OPEN_BLOCKER: { description: 'A blocker of high or critical severity.' },
    RECORD_OFFER: { description: 'A line that a session left for the record.' },
    QUIET_MACHINE: { description: 'A machine gone quiet while sessions should run there.' },
    DISABLED_WEBHOOK: { description: 'A webhook whose receiver failed or is gone.' },
  } satisfies Record<NeedKindName, { description: string }>,
});

const isSession = ({ kind }: Need): boolean =>
  kind === 'INCOMPLETE_SESSION' || kind === 'UNCERTAIN_SESSION' || kind === 'STALLED_SESSION';
const isHandoff = ({ kind }: Need): boolean => kind === 'REJECTED_HANDOFF' || kind === 'WAITING_HANDOFF';

export const InboxItem = builder.objectRef<Need>('InboxItem').implement({
  description: 'Something that stands still until somebody acts.',
  fields: (t) => ({
    id: t.exposeID('id', {
      description: 'Id of the handoff, session, blocker, offered record, machine or webhook itself.',
    }),
    kind: t.expose('kind', { type: NeedKind, description: 'Why it is here.' }),
    title: t.exposeString('title', {
      description: 'What it is: the purpose of a handoff or session, what is in the way, a line, a name.',
    }),
    since: t.expose('since', { type: 'DateTime', description: 'Since when it stands still.' }),
    clearedBy: t.exposeString('clearedBy', { description: 'What would clear it, in a sentence.' }),
    workItem: t.prismaField({
      type: WorkItem,
      nullable: true,
      description:
        'The work item it is on; null for what is on none. Of a machine, that of its longest running session.',
      resolve: (query, { workItemId: id }, _args, ctx) =>
        findIfNamed(query, id, (args) => ctx.db.workItem.findUniqueOrThrow(args)),
    }),
    handoff: t.prismaField({
      type: Handoff,
      nullable: true,
      description: 'The handoff; null for anything else.',
      resolve: (query, need, _args, ctx) =>
        findIfNamed(query, isHandoff(need) ? need.id : null, (args) => ctx.db.handoff.findUniqueOrThrow(args)),
    }),
    blocker: t.prismaField({
      type: Blocker,
      nullable: true,
      description: 'The blocker; null for anything else.',
      resolve: (query, { id, kind }, _args, ctx) =>
        findIfNamed(query, kind === 'OPEN_BLOCKER' ? id : null, (args) => ctx.db.blocker.findUniqueOrThrow(args)),
    }),
    agentSession: t.prismaField({
      type: AgentSession,
      nullable: true,
      description: 'The session; null for anything else.',
      resolve: (query, need, _args, ctx) =>
        findIfNamed(query, isSession(need) ? need.id : null, (args) => ctx.db.agentSession.findUniqueOrThrow(args)),
    }),
    offer: t.prismaField({
      type: RecordOffer,
      nullable: true,
      description: 'The line that a session left; null for anything else.',
      resolve: (query, { id, kind }, _args, ctx) =>
        findIfNamed(query, kind === 'RECORD_OFFER' ? id : null, (args) => ctx.db.recordOffer.findUniqueOrThrow(args)),
    }),
    machine: t.prismaField({
      type: Machine,
      nullable: true,
      description: 'The machine; null for anything else.',
      resolve: (query, { id, kind }, _args, ctx) =>
        findIfNamed(query, kind === 'QUIET_MACHINE' ? id : null, (args) => ctx.db.machine.findUniqueOrThrow(args)),
    }),
    webhook: t.prismaField({
      type: Webhook,
      nullable: true,
      description: 'The webhook; null for anything else.',
      resolve: (query, { id, kind }, _args, ctx) =>
        findIfNamed(query, kind === 'DISABLED_WEBHOOK' ? id : null, (args) => ctx.db.webhook.findUniqueOrThrow(args)),
    }),
  }),
});
