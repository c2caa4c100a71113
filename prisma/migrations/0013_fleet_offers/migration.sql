-- CreateEnum
CREATE TYPE "RecordOfferKind" AS ENUM ('DECISION', 'BLOCKER');

-- CreateEnum
CREATE TYPE "RecordOfferState" AS ENUM ('OFFERED', 'ACCEPTED', 'DISMISSED');

-- AlterTable
ALTER TABLE "Launch" ADD COLUMN     "uncertainSince" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "RecordOffer" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "agentSessionId" TEXT NOT NULL,
    "kind" "RecordOfferKind" NOT NULL,
    "text" TEXT NOT NULL,
    "digest" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "state" "RecordOfferState" NOT NULL DEFAULT 'OFFERED',
    "offeredAt" TIMESTAMPTZ(3) NOT NULL,
    "offeredBy" JSONB NOT NULL,
    "settledAt" TIMESTAMPTZ(3),
    "settledBy" JSONB,
    "recordId" TEXT,

    CONSTRAINT "RecordOffer_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "RecordOffer_organisationId_state_offeredAt_id_idx" ON "RecordOffer"("organisationId", "state", "offeredAt", "id");

-- CreateIndex
CREATE INDEX "RecordOffer_workItemId_state_offeredAt_id_idx" ON "RecordOffer"("workItemId", "state", "offeredAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "RecordOffer_agentSessionId_digest_key" ON "RecordOffer"("agentSessionId", "digest");

-- AddForeignKey
ALTER TABLE "RecordOffer" ADD CONSTRAINT "RecordOffer_agentSessionId_fkey" FOREIGN KEY ("agentSessionId") REFERENCES "AgentSession"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RecordOffer" ADD CONSTRAINT "RecordOffer_workItemId_fkey" FOREIGN KEY ("workItemId") REFERENCES "WorkItem"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
