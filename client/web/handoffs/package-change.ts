import type { PackageChangeFieldsFragment } from '../../api/graphql/graphql.ts';

/** One difference between two packages, item by item. */
export type PackageChange = PackageChangeFieldsFragment;
