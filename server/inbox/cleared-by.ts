import type { Handoff, RejectReason } from '#prisma/generated/client/client.ts';

const remedies: Record<RejectReason, string> = {
  MISSING_CONTEXT: 'Record what was missing, then compile the handoff again.',
  WRONG_RUNTIME: 'Request a handoff to the right runtime; compiling this one again offers it anew to the same runtime.',
  SUPERSEDED: 'Compile the handoff again if it is still wanted; closing the work item clears it too.',
  OTHER: 'Answer the note, then compile the handoff again.',
};

/** For each kind of entry the sentence that says what would clear it. */
export const clearedBy = {
  rejection: (reason: RejectReason | null): string => remedies[reason ?? 'OTHER'],

  waiting: ({ targetRuntime, packageVersion }: Pick<Handoff, 'targetRuntime' | 'packageVersion'>): string =>
    `Review package v${packageVersion}, then accept it into an active ${targetRuntime} session, reject it or cancel it.`,

  openBlocker: (): string => 'Resolve the blocker.',
} as const;
