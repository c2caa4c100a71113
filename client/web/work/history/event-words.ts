import type { EventType } from '../../../api/graphql/graphql.ts';

const verbs: Partial<Record<EventType, string>> = {
  WORK_ITEM_CREATED: 'created the work item',
  WORK_ITEM_UPDATED: 'edited it',
  WORK_ITEM_STATE_CHANGED: 'changed the state',
  SESSION_REGISTERED: 'registered a session',
  SESSION_ENDED: 'ended a session',
  SESSION_WORKSPACE_REPORTED: 'reported changed files',
  SESSION_STATUS_CHANGED: 'moved a session on',
  SESSION_BRIEFED: 'briefed a session',
  LAUNCH_REQUESTED: 'asked a machine to start a session',
  LAUNCH_STATE_CHANGED: 'moved a launch on',
  SESSION_EVENTS_RECORDED: 'recorded on a timeline',
  DECISION_RECORDED: 'recorded a decision',
  DECISION_SUPERSEDED: 'superseded a decision',
  ARTIFACT_ATTACHED: 'attached an artifact',
  BLOCKER_RAISED: 'raised a blocker',
  BLOCKER_RESOLVED: 'resolved a blocker',
  OUTCOME_RECORDED: 'recorded an outcome',
  HANDOFF_REQUESTED: 'requested a handoff',
  HANDOFF_COMPILED: 'compiled a package',
  HANDOFF_ACCEPTED: 'accepted a handoff',
  HANDOFF_RECEIPT_RECORDED: 'said back what it understood',
  HANDOFF_REJECTED: 'rejected a handoff',
  HANDOFF_COMPLETED: 'completed a handoff',
  HANDOFF_CANCELLED: 'cancelled a handoff',
  SESSION_RECORDS_OFFERED: 'left lines for the record',
  SESSION_OFFER_SETTLED: 'settled a line left for the record',
  SESSION_SOURCE_PINNED: 'said where its repository stands',
  DOCUMENT_STORED: 'stored a document',
  DOCUMENT_LINKED: 'linked a document',
  DOCUMENT_OPENED: 'opened it from a document',
  HANDOFF_FRESHNESS_CHECKED: 'looked whether the code has moved',
  MACHINE_COMMAND_ISSUED: 'told a machine what to do',
  TOKEN_CREATED: 'made a credential',
  TOKEN_REVOKED: 'ended a credential',
};
const HASH_LENGTH = 64;

/** An event in the words a person would use. A type that this page does not know is told by its name. */
export function eventWords(
  type: EventType,
  data: readonly { key: string; value: string }[],
): { what: string; detail: string } {
  const fact = Object.fromEntries(data.map(({ key, value }) => [key, value]));
  const { from, to = fact['state'] } = fact;
  const parts = [
    from !== undefined && to !== undefined ? `${word(from)} → ${word(to)}` : undefined,
    fact['version'] === undefined ? undefined : `v${fact['version']}`,
    fact['hash']?.length === HASH_LENGTH ? `${fact['hash'].slice(0, 8)}…` : undefined,
    fact['reason'] === undefined ? undefined : word(fact['reason']),
    fact['severity'] === undefined ? undefined : word(fact['severity']),
    fact['status'] === undefined ? undefined : word(fact['status']),
  ];
  return { what: verbs[type] ?? word(type), detail: parts.filter((part) => part !== undefined).join(' · ') };
}

const word = (name: string): string => name.toLowerCase().replaceAll('_', ' ');
