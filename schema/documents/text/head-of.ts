/**
 * The first `maxUnits` UTF-16 units of `text`, one less where the cut would split a surrogate pair. Used before
 * costly work on a text of which only the start can ever be shown.
 */
export function headOf(text: string, maxUnits: number): string {
  if (text.length <= maxUnits) return text;
  const last = text.charCodeAt(maxUnits - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxUnits - 1 : maxUnits);
}
