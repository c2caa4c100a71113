import type { Tx } from '#server/db/transaction.ts';

/** Lets one transaction at a time decide who is called what in an organisation. */
export async function lockNames(tx: Tx, organisationId: string): Promise<void> {
  await tx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`machines:${organisationId}`}, 0))`;
}
