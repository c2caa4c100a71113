import { freshnessFindings } from './findings.ts';
import type { FreshnessLook, SourcePin } from './source-pin.ts';

/**
 * The paragraph of a briefing that says how the destination's workspace stands to where the source was. It stands after
 * the reviewed text and is no part of it. `look` is null where git could not tell.
 */
export function freshnessNote(pin: SourcePin, look: FreshnessLook | null): string {
  return `${sentence(pin, look)}\n`;
}

function sentence(pin: SourcePin, look: FreshnessLook | null): string {
  const about = 'How this workspace stands to the one the package came from:';
  if (look === null) return `${about} it could not be looked at. Look before you rely on a path.`;
  const found = freshnessFindings(pin, look);
  if (found.length === 0) return `${about} at the same commit ${pin.head.slice(0, 8)}, with the same files.`;
  return `${about} ${found.map(({ message }) => message).join(' ')} Look before you rely on what the package says of files.`;
}
