import type { Receipt } from '../../api/operations/handoffs/receipts.ts';

/** A receipt in one line: how much of the package was said back, and the keys of what was not; null for none. */
export function receiptLine(receipt: Receipt | null): string | null {
  if (receipt === null) return null;
  const { covered, missing } = receipt;
  const all = covered.length + missing.length;
  const gaps = missing.length === 0 ? '' : `, not ${missing.map(({ key }) => key).join(', ')}`;
  return `${covered.length} of ${all} said back${gaps}`;
}
