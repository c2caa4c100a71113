/** Rows drawn above and below the sight, so that scrolling meets no white. */
const SPARE_ROWS = 12;

interface Sight {
  readonly count: number;
  readonly rowHeight: number;
  /** How far the top of the list lies above the top of the sight, in pixels; negative when it lies below. */
  readonly scrolled: number;
  /** Height of the sight, in pixels. */
  readonly height: number;
}

/** The rows of a long list that must be drawn: from the first up to, not including, the last. */
export function windowOf({ count, rowHeight, scrolled, height }: Sight): { from: number; to: number } {
  const from = Math.max(0, Math.min(count, Math.floor(scrolled / rowHeight) - SPARE_ROWS));
  const to = Math.max(from, Math.min(count, Math.ceil((scrolled + height) / rowHeight) + SPARE_ROWS));
  return { from, to };
}
