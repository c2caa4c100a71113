-- AlterTable
ALTER TABLE "HandoffPackage" ADD COLUMN     "sourcePin" JSONB;

-- CreateTable
CREATE TABLE "FreshnessCheck" (
    "agentSessionId" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "handoffId" TEXT NOT NULL,
    "packageVersion" INTEGER NOT NULL,
    "look" JSONB NOT NULL,
    "checkedAt" TIMESTAMPTZ(3) NOT NULL,
    "checkedBy" JSONB NOT NULL,

    CONSTRAINT "FreshnessCheck_pkey" PRIMARY KEY ("agentSessionId")
);

-- CreateTable
CREATE TABLE "SourcePin" (
    "agentSessionId" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "pin" JSONB NOT NULL,
    "takenAt" TIMESTAMPTZ(3) NOT NULL,
    "reportedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SourcePin_pkey" PRIMARY KEY ("agentSessionId")
);

-- CreateIndex
CREATE INDEX "FreshnessCheck_handoffId_checkedAt_agentSessionId_idx" ON "FreshnessCheck"("handoffId", "checkedAt" DESC, "agentSessionId");

-- AddForeignKey
ALTER TABLE "FreshnessCheck" ADD CONSTRAINT "FreshnessCheck_handoffId_fkey" FOREIGN KEY ("handoffId") REFERENCES "Handoff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SourcePin" ADD CONSTRAINT "SourcePin_agentSessionId_fkey" FOREIGN KEY ("agentSessionId") REFERENCES "AgentSession"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
