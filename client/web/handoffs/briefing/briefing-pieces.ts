import { briefingSections, sectionOrder } from '#schema/documents/briefing/sections.ts';
import { keptTexts } from '#schema/documents/briefing/kept-texts.ts';
import type { HandoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';

interface Briefing {
  readonly text: string;
  readonly cuts: readonly { readonly section: string; readonly omitted: number; readonly kept: number }[];
}

/** A part of a briefing as it is sent, or, where `section` names it, a part that was given up. */
export interface BriefingPiece {
  readonly text: string;
  readonly section?: string;
}

/**
 * A briefing with what it gave up put where it would stand. `budgetBytes` is the one it was rendered for. Pieces that are
 * sent are the briefing's own text, in order and complete; a place that cannot be found in it is taken to be the next.
 */
export function briefingPieces(
  document: HandoffPackageV1,
  { text, cuts }: Briefing,
  budgetBytes: number,
): BriefingPiece[] {
  const sections = briefingSections(document, budgetBytes);
  const pieces: BriefingPiece[] = [];
  let at = 0;
  const sendUpTo = (end: number) => {
    if (end > at) pieces.push({ text: text.slice(at, end) });
    at = Math.max(at, end);
  };
  const head = keptTexts(document.work, document.next, budgetBytes)
    .map((kept) => `${kept.before}${kept.text}\n`)
    .join('');
  // Clipped texts are fewer bytes than the whole ones; then no section is left, and what was cut comes last.
  sendUpTo(text.startsWith(head) ? head.length : text.length);
  for (const name of sectionOrder) {
    const { heading, items } = sections[name];
    const cut = cuts.find(({ section }) => section === name);
    const shown = items.slice(0, cut?.kept ?? items.length);
    const block = shown.length === 0 ? '' : `\n${heading}\n${shown.join('')}`;
    const from = block === '' ? -1 : text.indexOf(block, at);
    if (from >= 0) sendUpTo(from + block.length);
    if (cut !== undefined) pieces.push({ section: heading, text: items.slice(cut.kept).join('') });
  }
  sendUpTo(text.length);
  return pieces;
}
