/**
 * Shares `available` bytes among texts that want `wanted` bytes each: whoever wants less than an equal share gets what
 * it wants, and the others share what is left of it equally. Returns what each may take, in the same order.
 */
export function shareBytes(wanted: readonly number[], available: number): number[] {
  const shares = wanted.map(() => 0);
  const smallestFirst = wanted.map((_, at) => at).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  let left = available;
  smallestFirst.forEach((at, served) => {
    const share = Math.min(wanted[at] ?? 0, Math.floor(left / (wanted.length - served)));
    shares[at] = share;
    left -= share;
  });
  return shares;
}
