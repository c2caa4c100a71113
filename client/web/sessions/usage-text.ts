const MICRO = 1_000_000;
const THOUSAND = 1_000;

/** A number of tokens as people read it: `940`, `12.4k`, `3.2M`. */
export function tokenText(tokens: number): string {
  if (tokens < THOUSAND) return String(tokens);
  return tokens < MICRO ? `${(tokens / THOUSAND).toFixed(1)}k` : `${(tokens / MICRO).toFixed(1)}M`;
}

/** A cost in millionths of a US dollar, to the cent, and finer below ten cents. */
export const costText = (microUsd: number): string => `$${(microUsd / MICRO).toFixed(microUsd < MICRO / 10 ? 4 : 2)}`;
