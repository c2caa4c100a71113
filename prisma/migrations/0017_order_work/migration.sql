-- CreateIndex
CREATE INDEX "WorkItem_organisationId_updatedAt_id_idx" ON "WorkItem"("organisationId", "updatedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "WorkItem_organisationId_priority_createdAt_id_idx" ON "WorkItem"("organisationId", "priority" DESC, "createdAt" DESC, "id" DESC);
