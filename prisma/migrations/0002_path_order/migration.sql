-- The first hundred paths of a session in code point order, without reading all of them. An index entry cannot hold a
-- path of 4,096 bytes, so this one holds its head; Prisma's schema has no word for such an index.
CREATE INDEX "WorkspaceFile_agentSessionId_pathHead_idx" ON "WorkspaceFile"("agentSessionId", left("path", 256));
