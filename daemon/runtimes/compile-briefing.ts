import { accessNote, type AccessVariant } from '#schema/documents/briefing/access-note.ts';
import { renderBriefing } from '#schema/documents/briefing/render.ts';
import { renderWorkItemBriefing } from '#schema/documents/briefing/render-work-item.ts';
import { resumeNote } from '#schema/documents/briefing/resume-note.ts';
import { sha256Hex } from '#schema/documents/text/sha256-hex.ts';
import { utf8Bytes } from '#schema/documents/text/utf8-bytes.ts';
import type { BriefingSource, ProviderContext, SessionIds } from './runtime-adapter.ts';

/**
 * What a run is told that goes on, the briefing of a source, how fresh the workspace is, then the access note: what every
 * adapter hands to its runtime unless it has a reason not to.
 */
export function compileBriefing(source: BriefingSource, ids: SessionIds, variant: AccessVariant): ProviderContext {
  const briefing =
    source.kind === 'HANDOFF' ? renderBriefing(source.document) : renderWorkItemBriefing(source.workItem);
  const freshness = source.kind === 'HANDOFF' && source.freshness !== undefined ? `${source.freshness}\n` : '';
  const resumed = source.resumes === undefined ? '' : `${resumeNote(source.resumes)}\n`;
  const text = `${resumed}${briefing.text}\n${freshness}${accessNote({ variant, ...ids })}`;
  return { ...briefing, text, bytes: utf8Bytes(text).length, sha256: sha256Hex(text) };
}
