import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RehearsalRecord, TimelineEntry } from './record.ts';
import type { Rehearsed } from './rehearse.ts';

/** What the evidence says of one session. */
interface SessionEvidence {
  readonly runtime: string;
  readonly session_id: string;
  readonly provider_session_id: string | null;
  /** The model that its INIT event named. */
  readonly model: string | null;
  readonly exit_reason: string | null;
  readonly duration_ms: number;
  /** Entries of its timeline, by kind. */
  readonly events: Readonly<Record<string, number>>;
  readonly briefing_sha256: string | null;
  readonly handoff_id: string | null;
  readonly parent_session_id: string | null;
}

/** What a rehearsal showed, for a person to read and cite. It holds ids, hashes and counts, and nothing that was said. */
export interface Evidence {
  readonly models: 'scripted' | 'real';
  readonly at: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly work_item: string;
  readonly handoff_id: string;
  readonly package_version: number;
  readonly package_hash: string;
  readonly hash_after_recompile: string;
  readonly files_reported: readonly string[];
  readonly source: SessionEvidence;
  readonly destination: SessionEvidence;
  readonly history: readonly string[];
}

/** Writes the evidence to a file, making its folder. */
export async function writeEvidence(
  path: string,
  made: Pick<Evidence, 'models' | 'versions'>,
  done: Rehearsed,
  record: RehearsalRecord,
): Promise<Evidence> {
  const evidence: Evidence = {
    ...made,
    at: new Date().toISOString(),
    work_item: done.key,
    handoff_id: done.handoffId,
    package_version: done.compiled.version,
    package_hash: done.compiled.hash,
    hash_after_recompile: done.recompiled.hash,
    files_reported: record.touched,
    source: sessionEvidence(done.source, record.timelines.source),
    destination: sessionEvidence(done.destination, record.timelines.destination),
    history: record.history,
  };
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(evidence, null, 2)}\n`);
  return evidence;
}

function sessionEvidence(session: Rehearsed['source'], timeline: readonly TimelineEntry[]): SessionEvidence {
  const events: Record<string, number> = {};
  for (const { kind } of timeline) events[kind] = (events[kind] ?? 0) + 1;
  return {
    runtime: session.runtime,
    session_id: session.id,
    provider_session_id: session.providerSessionId ?? null,
    model: timeline.find(({ kind }) => kind === 'INIT')?.model ?? null,
    exit_reason: session.exitReason ?? null,
    duration_ms: Date.parse(session.endedAt ?? '') - Date.parse(session.startedAt ?? ''),
    events,
    briefing_sha256: session.briefingReceipt?.hash ?? null,
    handoff_id: session.continues?.id ?? null,
    parent_session_id: session.parent?.id ?? null,
  };
}
