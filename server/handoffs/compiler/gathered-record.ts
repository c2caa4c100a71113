import type { BlockerSeverity, Priority, RejectReason, WorkItemState } from '#prisma/generated/client/client.ts';

/** A moment as PostgreSQL writes it into JSON, in whatever zone the connection has; `Date` reads it. */
type Moment = string;

/** What a package is made of, as it lies in the record. A list without rows is null, as PostgreSQL aggregates it. */
export interface GatheredRecord {
  /**
   * How far the log reached in the state that was read: `seq` of its last event, in digits. No part of the document; by it
   * an event is told that the document knows of from one that came later. Packages of before it was read have none.
   */
  readonly logEnd?: string;
  readonly handoff: { readonly objective: string; readonly purpose: string };
  readonly work: {
    readonly id: string;
    readonly key: string;
    readonly title: string;
    readonly goal: string;
    readonly taskType: string;
    readonly priority: Priority;
    readonly state: WorkItemState;
    readonly constraints: readonly string[];
    readonly acceptanceCriteria: readonly string[];
  };
  readonly source: {
    readonly id: string;
    readonly runtime: string;
    readonly providerSessionId: string | null;
    readonly machine: string | null;
  } | null;
  /** Oldest first. */
  readonly stateChanges: readonly StateChange[] | null;
  /** By the time they ended, oldest first. */
  readonly completedSessions: readonly CompletedSession[] | null;
  /** The newest that stand, newest first, up to the bound. */
  readonly decisions:
    | readonly {
        /** Absent in packages of before it was read. */
        readonly id?: string;
        readonly statement: string;
        readonly rationale: string;
        readonly at: Moment;
        readonly evidence: readonly string[];
      }[]
    | null;
  readonly decisionCount: number;
  /** The latest version of each title, newest first, up to the bound. */
  readonly artifacts: readonly GatheredArtifact[] | null;
  readonly artifactCount: number;
  /** All that are open, oldest first. */
  readonly blockers:
    readonly { readonly id: string; readonly severity: BlockerSeverity; readonly title: string }[] | null;
  /** Of every handoff that is rejected now, in the order of their rejection; `handoffId` is absent in older packages. */
  readonly rejections:
    readonly { readonly handoffId?: string; readonly reason: RejectReason; readonly note: string | null }[] | null;
  /** Of the latest outcome; null where no outcome was recorded. */
  readonly unmetCriteria: readonly string[] | null;
  /** In code point order, up to the bound. */
  readonly files: readonly string[] | null;
  readonly fileCount: number;
}

export interface StateChange {
  readonly id: string;
  readonly from: WorkItemState;
  readonly to: WorkItemState;
  readonly at: Moment;
}

export interface CompletedSession {
  readonly id: string;
  readonly runtime: string;
  readonly purpose: string;
  readonly at: Moment;
}

export interface GatheredArtifact {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly version: number;
  /** Null for an upload. */
  readonly uri: string | null;
  readonly sha256: string | null;
}
