import type { PackageDiffQuery } from '../../api/graphql/graphql.ts';

/** One difference between two packages, item by item. */
export type PackageChange = NonNullable<PackageDiffQuery['handoff']>['packageDiff'][number];
