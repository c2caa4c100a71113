import { clipToBytes } from '../text/clip-to-bytes.ts';
import { sha256Hex } from '../text/sha256-hex.ts';
import { utf8Bytes } from '../text/utf8-bytes.ts';
import type { Briefing, BriefingCut, KeptText } from './briefing.ts';
import type { BriefingParts } from './briefing-parts.ts';
import { closingInstruction } from './closing-instruction.ts';
import { cutOrder, type CuttableSection } from './cut-order.ts';
import { shorteningNote } from './notes.ts';
import { sectionOrder } from './sections.ts';
import { shareBytes } from './share-bytes.ts';

/** Sections given up as a whole: each open blocker is restated under unresolved, so half of them would only confuse. */
const wholeOnly: ReadonlySet<CuttableSection> = new Set(['blockers']);

/**
 * Puts the parts together in at most `budgetBytes` bytes. Sections shrink from their end, in the order of `cutOrder`:
 * one loses its first item only when those before it are gone. When all are gone and the rest is still too long, the
 * kept texts are clipped. The notes count like any other text. Time is linear in the number of items.
 */
export function composeBriefing(parts: BriefingParts, budgetBytes: number): Briefing {
  const { cuts, fits } = chooseCuts(parts, budgetBytes);
  const kept = fits ? parts.kept : clipKept(parts, cuts, budgetBytes);
  const clipped = kept.filter(({ text }, at) => text !== parts.kept[at]?.text).map(({ name }) => name);
  const keptItems = new Map(cuts.map((cut) => [cut.section, cut.kept]));
  const text = [
    ...kept.map(({ before, text }) => `${before}${text}\n`),
    ...sectionOrder.map((name) => section(parts, name, keptItems.get(name))),
    notes(parts, budgetBytes, cuts, clipped),
    `\n${closingInstruction}`,
  ].join('');
  return { text, bytes: sizeOf(text), sha256: sha256Hex(text), cuts, clipped };
}

function chooseCuts(parts: BriefingParts, budgetBytes: number): { cuts: BriefingCut[]; fits: boolean } {
  const cuts: BriefingCut[] = [];
  let used = sizeOfKept(parts) + sizeOfSections(parts);
  const fits = (size: number, last?: BriefingCut) =>
    size + sizeOf(notes(parts, budgetBytes, last ? [...cuts, last] : cuts, [])) <= budgetBytes;
  for (const name of cutOrder) {
    if (fits(used)) break;
    const { heading, items } = parts.sections[name];
    if (items.length === 0) continue;
    let kept = items.length;
    let size = used;
    do {
      kept -= 1;
      size -= sizeOf(items[kept] ?? '');
    } while (kept > 0 && (wholeOnly.has(name) || !fits(size, { section: name, omitted: items.length - kept, kept })));
    used = kept === 0 ? size - sizeOf(sectionStart(heading)) : size;
    cuts.push({ section: name, omitted: items.length - kept, kept });
  }
  return { cuts, fits: fits(used) };
}

/** Only reached with every section gone. Room for the longest note is set aside, as it names what was clipped. */
function clipKept(parts: BriefingParts, cuts: readonly BriefingCut[], budgetBytes: number): BriefingParts['kept'] {
  const names: KeptText[] = parts.kept.map(({ name }) => name);
  const sizes = parts.kept.map(({ text }) => sizeOf(text));
  const around = sizeOfKept(parts) - sizes.reduce((sum, size) => sum + size, 0);
  const shares = shareBytes(sizes, budgetBytes - around - sizeOf(notes(parts, budgetBytes, cuts, names)));
  return parts.kept.map((kept, at) => ({ ...kept, text: clipToBytes(kept.text, shares[at] ?? 0) }));
}

function section(parts: BriefingParts, name: CuttableSection, kept: number | undefined): string {
  const { heading, items } = parts.sections[name];
  const shown = kept === undefined ? items : items.slice(0, kept);
  return shown.length === 0 ? '' : sectionStart(heading) + shown.join('');
}

function sectionStart(heading: string): string {
  return `\n${heading}\n`;
}

function notes(parts: BriefingParts, budgetBytes: number, cuts: readonly BriefingCut[], clipped: readonly KeptText[]) {
  const both = parts.packageNote + shorteningNote(budgetBytes, cuts, clipped);
  return both === '' ? '' : `\n${both}`;
}

/** Bytes of what is never dropped, whole: the kept texts and the closing instruction. */
function sizeOfKept(parts: BriefingParts): number {
  const kept = parts.kept.map(({ before, text }) => `${before}${text}\n`).join('');
  return sizeOf(`${kept}\n${closingInstruction}`);
}

function sizeOfSections(parts: BriefingParts): number {
  return sectionOrder.reduce((sum, name) => {
    const { heading, items } = parts.sections[name];
    const start = items.length === 0 ? 0 : sizeOf(sectionStart(heading));
    return items.reduce((bytes, item) => bytes + sizeOf(item), sum + start);
  }, 0);
}

function sizeOf(text: string): number {
  return utf8Bytes(text).length;
}
