import { openProject } from '../projects/project-record.ts';
import { readRecord, type StoredRecord } from '../records/read-record.ts';
import { isUuid } from '../ref.ts';
import type { HandoffStore } from '../store.ts';

/** The ids of all documents of a project, oldest first, damaged ones too. Makes nothing. */
export function storedHandoffIds(store: HandoffStore, projectId: string): string[] {
  using project = openProject(store, projectId);
  using handoffs = project?.folder('handoffs');
  return handoffs?.names().filter(isUuid).sort() ?? [];
}

/** A document of a project with its manifest; undefined when there is none. Throws CORRUPT, UNSAFE. */
export function storedHandoff(store: HandoffStore, projectId: string, handoffId: string): StoredRecord | undefined {
  using project = openProject(store, projectId);
  using handoffs = project?.folder('handoffs');
  return handoffs === undefined ? undefined : readRecord(handoffs, handoffId);
}
