/** The first thing in a text that looks like a version, such as 2.1.332; null when there is none. */
export const versionIn = (text: string): string | null => /\d+\.\d+\.\d+(?:[-+][\w.]+)?/.exec(text)?.[0] ?? null;

/** Whether a version is that one or a later one, by its three numbers. An unknown version is not. */
export function isAtLeast(version: string | null, wanted: string): boolean {
  const [have, need] = [numbers(version ?? '0.0.0'), numbers(wanted)];
  for (const [i, number] of need.entries()) {
    const own = have[i] ?? 0;
    if (own !== number) return own > number;
  }
  return true;
}

const numbers = (version: string): number[] =>
  version
    .replace(/[-+].*$/, '')
    .split('.')
    .map((part) => Number(part));
