import { sessionStanding } from '../../api/session-standing.ts';
import type { LineageEntry } from './drawn-lineage.ts';

/** How an entry stands, for its badge: a handoff's state, or what became of a session. */
export const stateOf = ({ kind, state, exitReason }: LineageEntry): string =>
  kind === 'HANDOFF' ? state : sessionStanding({ status: state, exitReason });
