import type { InboxGroupFragment } from '../../api/graphql/graphql.ts';

/** One thing that stands still until somebody acts. */
export type Need = NonNullable<InboxGroupFragment['edges'][number]>['node'];

/** Where one looks at it. */
export function needHref({ kind, id, workItem, offer }: Need): string {
  switch (kind) {
    case 'REJECTED_HANDOFF':
    case 'WAITING_HANDOFF':
      return `/handoffs/${id}`;
    case 'OPEN_BLOCKER':
      return `/work/${workItem?.key ?? ''}/blockers`;
    case 'RECORD_OFFER':
      return `/sessions/${offer?.agentSession.id ?? ''}`;
    case 'QUIET_MACHINE':
      return '/machines';
    case 'DISABLED_WEBHOOK':
      return `/settings/webhooks?id=${id}`;
    default:
      return `/sessions/${id}`;
  }
}
