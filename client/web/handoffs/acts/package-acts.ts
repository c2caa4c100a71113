import type { HandoffCommand, WorkItemState } from '../../../api/graphql/graphql.ts';

interface HandoffFacts {
  readonly state: string;
  readonly availableCommands: readonly HandoffCommand[];
  readonly packageVersion?: number | null | undefined;
  readonly package?: { readonly version: number } | null | undefined;
  readonly workItem: { readonly state: WorkItemState };
  readonly toSession?: { readonly endedAt?: string | null | undefined } | null | undefined;
}

/** Everything that the package page can offer. */
export type PackageAct = 'accept' | 'start' | 'complete' | 'reject' | 'compile' | 'briefing' | 'cancel';

interface Person {
  readonly can: (...scopes: readonly string[]) => boolean;
  readonly mayStart: boolean;
}

/** What a command needs of the credential, beside a state that takes it. */
const scopes: Record<HandoffCommand, readonly string[]> = {
  COMPILE: ['handoff.create', 'session.read'],
  ACCEPT: ['handoff.accept', 'session.read'],
  REJECT: ['handoff.accept'],
  COMPLETE: ['handoff.accept'],
  CANCEL: ['handoff.create'],
};

const isClosed = (state: WorkItemState): boolean => state === 'COMPLETED' || state === 'CANCELLED';

/** The acts that are offered on a package, in their order: exactly those that would be taken. */
export function packageActs(handoff: HandoffFacts, { can, mayStart }: Person): readonly PackageAct[] {
  const takes = (command: HandoffCommand) => handoff.availableCommands.includes(command) && can(...scopes[command]);
  // Accepting and rejecting are about the package on offer, so they are offered beside no other version.
  const isOnOffer = handoff.package != null && handoff.package.version === handoff.packageVersion;
  // A machine can be asked for a session while the package briefs one: on offer, or taken on by a session that ended.
  const briefs = handoff.state === 'COMPILED' || (handoff.state === 'ACCEPTED' && handoff.toSession?.endedAt != null);
  const offered: Record<PackageAct, boolean> = {
    accept: takes('ACCEPT') && isOnOffer,
    start: mayStart && isOnOffer && briefs && !isClosed(handoff.workItem.state),
    complete: takes('COMPLETE'),
    reject: takes('REJECT') && isOnOffer,
    compile: takes('COMPILE'),
    briefing: handoff.package != null,
    cancel: takes('CANCEL'),
  };
  return (Object.keys(offered) as PackageAct[]).filter((act) => offered[act]);
}
