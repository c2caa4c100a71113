import type { PackageChange } from '#schema/documents/handoff-package/diff/package-change.ts';
import type { HandoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import type { EventType } from '#server/events/event-types.ts';
import type { GatheredRecord } from '../compiler/gathered-record.ts';

/** A fact by what it is about, which is how an event is found in the log. */
export interface Cause {
  readonly type: EventType;
  /** What of `find-causes.ts` the fact is about: the id of a record, the name of a field. */
  readonly subject: string;
  /** Whether it is the cause only where nothing else of the kind happened in between. */
  readonly mustBeOnly?: boolean;
}

/** A package with what its compiler read, item for item in the same order. */
export interface Compiled {
  /** Null for one that is not stored. */
  readonly version: number | null;
  readonly document: HandoffPackageV1;
  readonly record: GatheredRecord;
}

/** The two sides of a diff, of one handoff, and what differs between their documents. */
export interface ComparedPackages {
  readonly handoffId: string;
  readonly before: Compiled;
  readonly after: Compiled;
  readonly changes: readonly PackageChange[];
}

/** The subject of facts of which only the last counts, whatever it was about. */
export const LAST = '';

/** The subject of a compile, as find-causes.ts spells it. */
export const compileSubject = (handoffId: string, version: number): string => `${handoffId} v${version}`;

/** The subject of one move of a work item: when, in milliseconds since 1970, and to which state. */
export const stateChangeSubject = (at: number, to: string): string => `${at} ${to}`;
