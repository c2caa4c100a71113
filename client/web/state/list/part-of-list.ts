/** Entries read at once. */
export const STEP = 100;
/** Entries beyond the sight that are read ahead, so that scrolling meets no gap. */
const AHEAD = 20;
/** Entries kept on each side of the sight; those further off are read again when one comes back to them. */
const KEPT = 300;

/** The part of a long list that the page holds: entries that follow each other, from the one in place `start` on. */
export interface PartOfList<T> {
  readonly start: number;
  readonly entries: readonly T[];
}

/** The places in sight: from the first up to, not including, the last. */
export interface Sight {
  readonly from: number;
  readonly to: number;
}

/** What must be read next for the sight, as a first place and a number of entries; undefined when nothing is missing. */
export function missingPart(
  { start, entries }: PartOfList<unknown>,
  sight: Sight,
  totalCount: number,
): { readonly offset: number; readonly count: number } | undefined {
  const end = start + entries.length;
  const from = Math.max(0, Math.min(sight.from, totalCount) - AHEAD);
  const to = Math.min(totalCount, sight.to + AHEAD);
  if (to <= from || (start <= from && to <= end)) return undefined;
  const isFar = entries.length === 0 || sight.from > end + STEP || sight.to < start - STEP;
  if (isFar) return around(sight, totalCount);
  if (start > from) {
    const offset = Math.max(0, start - STEP);
    return { offset, count: start - offset };
  }
  return { offset: end, count: Math.min(STEP, totalCount - end) };
}

/** One reading that has the sight in its middle. */
export function around({ from, to }: Sight, totalCount: number): { readonly offset: number; readonly count: number } {
  const middle = Math.floor((from + to) / 2) - STEP / 2;
  return { offset: Math.max(0, Math.min(middle, totalCount - STEP)), count: STEP };
}

/** What is held once `read` has come: joined where the two meet, else in its place, and nothing far from the sight. */
export function joined<T>(held: PartOfList<T>, read: PartOfList<T>, sight: Sight): PartOfList<T> {
  const end = held.start + held.entries.length;
  const readEnd = read.start + read.entries.length;
  const meets = held.entries.length > 0 && read.start <= end && readEnd >= held.start;
  if (!meets) return read;
  const before = held.entries.slice(0, Math.max(0, read.start - held.start));
  const after = held.entries.slice(Math.max(0, readEnd - held.start));
  return near({ start: Math.min(held.start, read.start), entries: [...before, ...read.entries, ...after] }, sight);
}

function near<T>({ start, entries }: PartOfList<T>, sight: Sight): PartOfList<T> {
  const from = Math.max(0, sight.from - KEPT - start);
  const to = Math.max(0, sight.to + KEPT - start);
  const kept = entries.slice(from, to);
  return kept.length === 0 ? { start, entries } : { start: start + Math.min(from, entries.length), entries: kept };
}
