import type {
  AgentSessionStatus,
  Handoff,
  RecordOfferKind,
  RejectReason,
  SessionExitReason,
  WebhookDisabledReason,
} from '#prisma/generated/client/client.ts';

const remedies: Record<RejectReason, string> = {
  MISSING_CONTEXT: 'Record what was missing, then compile the handoff again.',
  WRONG_RUNTIME: 'Request a handoff to the right runtime; compiling this one again offers it anew to the same runtime.',
  SUPERSEDED: 'Compile the handoff again if it is still wanted; closing the work item clears it too.',
  OTHER: 'Answer the note, then compile the handoff again.',
};

const GO_ON = 'Start another session, hand the work over from this one, or close the work item.';

/** What to do about an end of this kind before the work goes on. */
const causes: Partial<Record<SessionExitReason, string>> = {
  EXITED_WITHOUT_COMPLETION: 'It ended by itself and completed nothing.',
  CRASHED: 'Its runtime failed.',
  RATE_LIMITED: 'The provider refused more for now: wait, or use another runtime.',
  NOT_SIGNED_IN: 'Sign in to the runtime on that machine.',
  SANDBOX_FAILED: 'The sandbox of the runtime could not start on that machine.',
  TIMED_OUT: 'It ran for as long as it was allowed to.',
  RUNTIME_MISSING: 'Install the runtime on that machine.',
  WORKSPACE_MISSING: 'Its folder is not on that machine.',
  WORKSPACE_BUSY: 'Another session ran in its folder.',
  PACKAGE_MISMATCH: 'The package did not hash to what was said.',
  LOST: 'Its process is gone and left no word of how.',
};

/** For each kind of entry the sentence that says what would clear it. */
export const clearedBy = {
  rejection: (reason: RejectReason | null): string => remedies[reason ?? 'OTHER'],

  waiting: ({ targetRuntime, packageVersion }: Pick<Handoff, 'targetRuntime' | 'packageVersion'>): string =>
    `Review package v${packageVersion}, then accept it into an active ${targetRuntime} session, reject it or cancel it.`,

  openBlocker: (): string => 'Resolve the blocker.',

  endedSession: (runtime: string, reason: SessionExitReason | null): string =>
    `${(reason === null ? undefined : causes[reason]) ?? `The ${runtime} session failed.`} ${GO_ON}`,

  uncertainSession: (machine: string, why: string | null): string =>
    `${why ?? 'It cannot be known whether it runs.'} Look on ${machine}, then say that it ended or have it launched again.`,

  stalledSession: (status: AgentSessionStatus, isLaunched: boolean): string => {
    if (status === 'REQUESTED') return 'Its machine is there and has not taken it up: look why, or stop it.';
    return isLaunched
      ? 'Look whether it still works, or stop it; it leaves this list with its next word.'
      : 'Look whether it still works, or end it; it leaves this list with its next record.';
  },

  offer: (kind: RecordOfferKind, source: string): string =>
    `Accept it as a ${kind.toLowerCase()}, or dismiss it. The session left it in ${source}.`,

  quietMachine: (name: string): string =>
    `Start the daemon on ${name} again (kernel daemon), or see whether that machine is on; stop its sessions if it will not come back.`,

  webhook: (reason: WebhookDisabledReason | null): string =>
    reason === 'GONE'
      ? 'Its receiver said that it is gone: give it another address, or delete it.'
      : 'Mend its receiver, then enable it again.',
} as const;
