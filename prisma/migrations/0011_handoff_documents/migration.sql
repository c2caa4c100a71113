-- CreateEnum
CREATE TYPE "HandoffDocumentKind" AS ENUM ('CREATE', 'LEGACY');

-- CreateEnum
CREATE TYPE "InheritedPart" AS ENUM ('GOAL', 'CONSTRAINT', 'CRITERION', 'DECISION', 'OUTCOME');

-- CreateTable
CREATE TABLE "HandoffDocument" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "handoffId" TEXT NOT NULL,
    "originProjectId" TEXT NOT NULL,
    "kind" "HandoffDocumentKind" NOT NULL,
    "sourcePath" TEXT,
    "name" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "sizeBytes" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "goal" TEXT NOT NULL,
    "sourceMachine" TEXT,
    "sourceClient" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "storedAt" TIMESTAMPTZ(3) NOT NULL,
    "storedBy" JSONB NOT NULL,
    "workItemId" TEXT,
    "openedWorkItemId" TEXT,

    CONSTRAINT "HandoffDocument_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "InheritedRecord" (
    "documentId" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "part" "InheritedPart" NOT NULL,
    "position" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "decisionId" TEXT,
    "outcomeId" TEXT,

    CONSTRAINT "InheritedRecord_pkey" PRIMARY KEY ("documentId","part","position")
);

-- CreateIndex
CREATE UNIQUE INDEX "HandoffDocument_openedWorkItemId_key" ON "HandoffDocument"("openedWorkItemId");

-- CreateIndex
CREATE INDEX "HandoffDocument_organisationId_createdAt_id_idx" ON "HandoffDocument"("organisationId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "HandoffDocument_organisationId_originProjectId_createdAt_id_idx" ON "HandoffDocument"("organisationId", "originProjectId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "HandoffDocument_workItemId_createdAt_id_idx" ON "HandoffDocument"("workItemId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "HandoffDocument_organisationId_handoffId_key" ON "HandoffDocument"("organisationId", "handoffId");

-- CreateIndex
CREATE UNIQUE INDEX "InheritedRecord_decisionId_key" ON "InheritedRecord"("decisionId");

-- CreateIndex
CREATE UNIQUE INDEX "InheritedRecord_outcomeId_key" ON "InheritedRecord"("outcomeId");

-- CreateIndex
CREATE INDEX "InheritedRecord_workItemId_idx" ON "InheritedRecord"("workItemId");

-- AddForeignKey
ALTER TABLE "HandoffDocument" ADD CONSTRAINT "HandoffDocument_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HandoffDocument" ADD CONSTRAINT "HandoffDocument_workItemId_fkey" FOREIGN KEY ("workItemId") REFERENCES "WorkItem"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HandoffDocument" ADD CONSTRAINT "HandoffDocument_openedWorkItemId_fkey" FOREIGN KEY ("openedWorkItemId") REFERENCES "WorkItem"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InheritedRecord" ADD CONSTRAINT "InheritedRecord_documentId_fkey" FOREIGN KEY ("documentId") REFERENCES "HandoffDocument"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InheritedRecord" ADD CONSTRAINT "InheritedRecord_workItemId_fkey" FOREIGN KEY ("workItemId") REFERENCES "WorkItem"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InheritedRecord" ADD CONSTRAINT "InheritedRecord_decisionId_fkey" FOREIGN KEY ("decisionId") REFERENCES "Decision"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InheritedRecord" ADD CONSTRAINT "InheritedRecord_outcomeId_fkey" FOREIGN KEY ("outcomeId") REFERENCES "Outcome"("id") ON DELETE SET NULL ON UPDATE CASCADE;
