import type { AgentSessionStatus, LaunchState, WorkItemState } from '../../../api/graphql/graphql.ts';

interface SessionFacts {
  readonly status: AgentSessionStatus;
  readonly endedAt?: string | null | undefined;
  readonly workItem: { readonly state: WorkItemState };
  readonly launch?:
    | {
        readonly state: LaunchState;
        readonly stopRequestedAt?: string | null | undefined;
        readonly machine: { readonly isOnline: boolean };
      }
    | null
    | undefined;
}

interface Person {
  readonly isPerson: boolean;
  readonly mayWrite: boolean;
}

/** What can be done to a session, so that no button leads to a refusal. */
export interface SessionActs {
  /** Its machine ends the process; one that was told already, once. */
  readonly canStop: boolean;
  /** It ends on the record: nothing runs it that could be told to stop, or its machine was told and is away. */
  readonly canEnd: boolean;
  /** Its work is open and it runs no more. */
  readonly canStartAnother: boolean;
}

const isClosed = (state: WorkItemState): boolean => state === 'COMPLETED' || state === 'CANCELLED';

export function sessionActs(session: SessionFacts, { isPerson, mayWrite }: Person): SessionActs {
  const launch = session.launch ?? null;
  const isLive = session.endedAt == null;
  const isRun = launch !== null && launch.state !== 'ENDED';
  const wasTold = launch?.stopRequestedAt != null;
  return {
    canStop: isLive && isPerson && mayWrite && isRun && launch.state !== 'UNCERTAIN' && !wasTold,
    canEnd: isLive && mayWrite && (!isRun || (wasTold && !launch.machine.isOnline)),
    canStartAnother: !isLive && !isClosed(session.workItem.state),
  };
}
