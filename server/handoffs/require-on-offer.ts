import type { Handoff } from '#prisma/generated/client/client.ts';
import { StalePackageError } from '#server/errors.ts';

/**
 * That the package on offer is the one that was reviewed. `reviewed` is its hash, 64 hex digits in any case; whoever names
 * none means what is on offer. Throws StalePackageError, which names the package on offer.
 */
export function requireOnOffer(
  { packageVersion, packageHash }: Pick<Handoff, 'packageVersion' | 'packageHash'>,
  reviewed: string | null | undefined,
): void {
  const onOffer = packageHash ?? '';
  if (typeof reviewed === 'string' && reviewed.toLowerCase() !== onOffer) {
    throw new StalePackageError(packageVersion, onOffer);
  }
}
