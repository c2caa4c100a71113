import type { Prisma } from '#prisma/generated/client/client.ts';
import type { GatheredRecord } from '../compiler/gathered-record.ts';

/** What the compiler read for a stored package; null where that was not kept. Only compileHandoff writes this column. */
export const readPackageRecord = (record: Prisma.JsonValue): GatheredRecord | null =>
  record as unknown as GatheredRecord | null;
