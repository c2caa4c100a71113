/**
 * What a secret can be, as the marker in its place and the counts say it. Names of classes are part of what we promise:
 * a document keeps the markers it was stored with.
 */
export const redactionClasses = [
  'assignment',
  'authorization',
  'cookie',
  'url-password',
  'signature',
  'private-key',
  'jwt',
  'environment',
  'residue',
  'kernel-token',
  'webhook-secret',
  'aws-key',
  'google-key',
  'azure-key',
  'alibaba-key',
  'cloud-token',
  'anthropic-key',
  'openai-key',
  'model-key',
  'github-token',
  'gitlab-token',
  'package-token',
  'slack-token',
  'chat-token',
  'payment-key',
  'mail-key',
  'search-key',
  'service-token',
] as const;

export type RedactionClass = (typeof redactionClasses)[number];

/** How many secrets of each class were replaced; classes that were not met are absent. Never a value, never a place. */
export type RedactionCounts = { [Class in RedactionClass]?: number };

/** Adds the counts of one text to those of others. */
export function addCounts(sum: RedactionCounts, counts: RedactionCounts): void {
  for (const [name, count] of Object.entries(counts) as [RedactionClass, number][])
    sum[name] = (sum[name] ?? 0) + count;
}

/** The number of secrets in all classes. */
export const totalOf = (counts: RedactionCounts): number =>
  Object.values(counts).reduce((sum: number, count) => sum + count, 0);
