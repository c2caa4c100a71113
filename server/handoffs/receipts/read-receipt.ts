import { type ReceiptItem, receiptItems } from '#schema/documents/receipt/receipt-items.ts';
import type { Prisma } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachRecord, requireScope } from '#server/auth/authorize.ts';
import type { CommandContext } from '#server/command-context.ts';
import { readPackageDocument } from '../packages/package-document.ts';

/** Which statements of the package a handoff's destination said back, and which it did not. */
export interface Receipt {
  readonly covered: readonly ReceiptItem[];
  readonly missing: readonly ReceiptItem[];
  readonly packageVersion: number;
  readonly sessionId: string;
  readonly recordedAt: Date;
  readonly recordedBy: Prisma.JsonValue;
}

/** The receipt of a handoff; null while its destination has said nothing, and for a handoff out of the actor's reach. */
export async function readReceipt(ctx: CommandContext, actor: Actor, handoffId: string): Promise<Receipt | null> {
  requireScope(actor, 'handoff.read');
  const receipt = await ctx.prisma.handoffReceipt.findFirst({ where: { handoffId, ...reachRecord(actor) } });
  if (receipt === null) return null;
  const { packageVersion, sessionId, recordedAt, recordedBy } = receipt;
  const where = { handoffId_version: { handoffId, version: packageVersion } };
  const { document } = await ctx.prisma.handoffPackage.findUniqueOrThrow({ where, select: { document: true } });
  const items = receiptItems(readPackageDocument(document));
  const said = new Set(receipt.covered);
  return {
    covered: items.filter(({ key }) => said.has(key)),
    missing: items.filter(({ key }) => !said.has(key)),
    packageVersion,
    sessionId,
    recordedAt,
    recordedBy,
  };
}
