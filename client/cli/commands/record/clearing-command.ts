import type { InboxItemKind } from '../../../api/graphql/graphql.ts';

/** What the command of an entry is made from. */
interface Entry {
  readonly id: string;
  readonly kind: InboxItemKind;
  readonly agentSession?: { readonly launch?: object | null } | null;
}

/**
 * The command that clears an entry of Needs You, or leads to it: `…` stands where a person has to say something. Null where
 * nothing that is typed here helps. `name` is the id as it is to be shown, whole or short.
 */
export function clearingCommand({ kind, agentSession }: Entry, name: string): string | null {
  switch (kind) {
    case 'REJECTED_HANDOFF':
      return `kernel handoff compile ${name}`;
    case 'WAITING_HANDOFF':
      return `kernel handoff show ${name}`;
    case 'INCOMPLETE_SESSION':
      return `kernel session show ${name}`;
    case 'UNCERTAIN_SESSION':
      return `kernel session resolve ${name} --as …`;
    case 'STALLED_SESSION':
      return agentSession?.launch ? `kernel session stop ${name}` : `kernel session end ${name}`;
    case 'OPEN_BLOCKER':
      return `kernel blocker resolve ${name} …`;
    case 'RECORD_OFFER':
      return `kernel offer accept ${name}`;
    case 'DISABLED_WEBHOOK':
      return `kernel webhook enable ${name}`;
    case 'QUIET_MACHINE':
      return null;
  }
}
