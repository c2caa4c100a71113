-- Columns marked COLLATE "C" are read in the order of their code points, whatever locale the database was made with:
-- the same record must compile to the same package everywhere.

-- CreateEnum
CREATE TYPE "MemberRole" AS ENUM ('OWNER', 'MEMBER');

-- CreateEnum
CREATE TYPE "TokenKind" AS ENUM ('MEMBER', 'MACHINE', 'SESSION');

-- CreateEnum
CREATE TYPE "SyncMode" AS ENUM ('METADATA_ONLY', 'SUMMARIES', 'FULL');

-- CreateEnum
CREATE TYPE "HandoffState" AS ENUM ('REQUESTED', 'COMPILED', 'REJECTED', 'ACCEPTED', 'COMPLETED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "RejectReason" AS ENUM ('MISSING_CONTEXT', 'WRONG_RUNTIME', 'SUPERSEDED', 'OTHER');

-- CreateEnum
CREATE TYPE "AgentSessionStatus" AS ENUM ('REQUESTED', 'STARTING', 'ACTIVE', 'COMPLETED', 'FAILED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "SessionEventKind" AS ENUM ('STARTED', 'INIT', 'MESSAGE', 'TOOL', 'USAGE', 'BLOCKED', 'COMPLETED', 'FAILED');

-- CreateEnum
CREATE TYPE "WorkItemState" AS ENUM ('OPEN', 'IN_PROGRESS', 'BLOCKED', 'REVIEW', 'COMPLETED', 'CANCELLED');

-- CreateEnum
CREATE TYPE "Priority" AS ENUM ('LOW', 'MEDIUM', 'HIGH', 'URGENT');

-- CreateEnum
CREATE TYPE "BlockerSeverity" AS ENUM ('LOW', 'MEDIUM', 'HIGH', 'CRITICAL');

-- CreateEnum
CREATE TYPE "BlockerStatus" AS ENUM ('OPEN', 'RESOLVED');

-- CreateTable
CREATE TABLE "Member" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "role" "MemberRole" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Member_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Token" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "kind" "TokenKind" NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "memberId" TEXT,
    "machineId" TEXT,
    "agentSessionId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Event" (
    "organisationId" TEXT NOT NULL,
    "seq" BIGINT NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "workItemId" TEXT,
    "agentSessionId" TEXT,
    "handoffId" TEXT,
    "actor" JSONB NOT NULL,
    "data" JSONB NOT NULL,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Event_pkey" PRIMARY KEY ("organisationId","seq")
);

-- CreateTable
CREATE TABLE "Machine" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "syncMode" "SyncMode" NOT NULL DEFAULT 'METADATA_ONLY',
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Machine_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Handoff" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "sourceSessionId" TEXT,
    "targetRuntime" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "objective" TEXT NOT NULL,
    "state" "HandoffState" NOT NULL,
    "packageVersion" INTEGER NOT NULL DEFAULT 0,
    "packageHash" TEXT,
    "rejectReason" "RejectReason",
    "rejectNote" TEXT,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL,
    "requestedBy" JSONB NOT NULL,
    "compiledAt" TIMESTAMPTZ(3),
    "rejectedAt" TIMESTAMPTZ(3),
    "rejectedBy" JSONB,
    "acceptedAt" TIMESTAMPTZ(3),
    "acceptedBy" JSONB,
    "completedAt" TIMESTAMPTZ(3),
    "cancelledAt" TIMESTAMPTZ(3),

    CONSTRAINT "Handoff_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "HandoffPackage" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "handoffId" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "document" TEXT NOT NULL,
    "compiledAt" TIMESTAMPTZ(3) NOT NULL,
    "compiledBy" JSONB NOT NULL,

    CONSTRAINT "HandoffPackage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "IdempotencyRecord" (
    "actorId" TEXT NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "command" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "result" JSONB NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotencyRecord_pkey" PRIMARY KEY ("actorId","key")
);

-- CreateTable
CREATE TABLE "Organisation" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastEventSeq" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "Organisation_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AgentSession" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "runtime" TEXT NOT NULL,
    "purpose" TEXT NOT NULL,
    "status" "AgentSessionStatus" NOT NULL,
    "providerSessionId" TEXT,
    "machineId" TEXT,
    "syncMode" "SyncMode" NOT NULL,
    "parentSessionId" TEXT,
    "handoffId" TEXT,
    "model" TEXT,
    "endReason" TEXT,
    "registeredAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "registeredBy" JSONB NOT NULL,

    CONSTRAINT "AgentSession_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SessionEvent" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "agentSessionId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "kind" "SessionEventKind" NOT NULL,
    "occurredAt" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER,
    "durationMs" INTEGER,
    "model" TEXT,
    "inputTokens" INTEGER,
    "outputTokens" INTEGER,
    "costMicroUsd" INTEGER,
    "summary" TEXT,
    "text" TEXT,

    CONSTRAINT "SessionEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WorkspaceFile" (
    "agentSessionId" TEXT NOT NULL,
    "pathDigest" TEXT NOT NULL,
    "path" TEXT COLLATE "C" NOT NULL,
    "insertions" INTEGER NOT NULL,
    "deletions" INTEGER NOT NULL,
    "reportedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WorkspaceFile_pkey" PRIMARY KEY ("agentSessionId","pathDigest")
);

-- CreateTable
CREATE TABLE "Project" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "keyPrefix" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "lastNumber" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Project_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WorkItem" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "projectId" TEXT NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "title" TEXT NOT NULL,
    "goal" TEXT NOT NULL,
    "taskType" TEXT NOT NULL,
    "priority" "Priority" NOT NULL,
    "state" "WorkItemState" NOT NULL,
    "constraints" TEXT[],
    "acceptanceCriteria" TEXT[],
    "revision" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WorkItem_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WorkItemStateChange" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "from" "WorkItemState" NOT NULL,
    "to" "WorkItemState" NOT NULL,
    "changedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "WorkItemStateChange_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Decision" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "agentSessionId" TEXT,
    "statement" TEXT NOT NULL,
    "rationale" TEXT NOT NULL,
    "evidence" TEXT[],
    "recordedAt" TIMESTAMPTZ(3) NOT NULL,
    "recordedBy" JSONB NOT NULL,
    "supersededById" TEXT,
    "supersededAt" TIMESTAMPTZ(3),

    CONSTRAINT "Decision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Artifact" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "agentSessionId" TEXT,
    "type" TEXT NOT NULL,
    "title" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "isLatest" BOOLEAN NOT NULL,
    "uri" TEXT,
    "blobId" TEXT,
    "sha256" TEXT,
    "sizeBytes" INTEGER,
    "contentType" TEXT,
    "attachedAt" TIMESTAMPTZ(3) NOT NULL,
    "attachedBy" JSONB NOT NULL,

    CONSTRAINT "Artifact_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Blob" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "sizeBytes" INTEGER NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Blob_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BlobChunk" (
    "blobId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "BlobChunk_pkey" PRIMARY KEY ("blobId","position")
);

-- CreateTable
CREATE TABLE "Blocker" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "agentSessionId" TEXT,
    "title" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "severity" "BlockerSeverity" NOT NULL,
    "status" "BlockerStatus" NOT NULL,
    "resolution" TEXT,
    "raisedAt" TIMESTAMPTZ(3) NOT NULL,
    "raisedBy" JSONB NOT NULL,
    "resolvedAt" TIMESTAMPTZ(3),
    "resolvedBy" JSONB,

    CONSTRAINT "Blocker_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Outcome" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "agentSessionId" TEXT,
    "summary" TEXT NOT NULL,
    "metCriteria" TEXT[],
    "unmetCriteria" TEXT[],
    "evidence" TEXT[],
    "recordedAt" TIMESTAMPTZ(3) NOT NULL,
    "recordedBy" JSONB NOT NULL,

    CONSTRAINT "Outcome_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Member_organisationId_createdAt_id_idx" ON "Member"("organisationId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Token_hash_key" ON "Token"("hash");

-- CreateIndex
CREATE INDEX "Token_organisationId_createdAt_id_idx" ON "Token"("organisationId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Token_memberId_idx" ON "Token"("memberId");

-- CreateIndex
CREATE INDEX "Token_machineId_idx" ON "Token"("machineId");

-- CreateIndex
CREATE INDEX "Token_agentSessionId_idx" ON "Token"("agentSessionId");

-- CreateIndex
CREATE UNIQUE INDEX "Event_id_key" ON "Event"("id");

-- CreateIndex
CREATE INDEX "Event_workItemId_seq_idx" ON "Event"("workItemId", "seq");

-- CreateIndex
CREATE INDEX "Event_agentSessionId_seq_idx" ON "Event"("agentSessionId", "seq");

-- CreateIndex
CREATE UNIQUE INDEX "Machine_organisationId_name_key" ON "Machine"("organisationId", "name");

-- CreateIndex
CREATE INDEX "Handoff_workItemId_requestedAt_id_idx" ON "Handoff"("workItemId", "requestedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Handoff_workItemId_state_rejectedAt_id_idx" ON "Handoff"("workItemId", "state", "rejectedAt", "id");

-- CreateIndex
CREATE INDEX "Handoff_organisationId_state_requestedAt_id_idx" ON "Handoff"("organisationId", "state", "requestedAt", "id");

-- CreateIndex
CREATE INDEX "Handoff_sourceSessionId_idx" ON "Handoff"("sourceSessionId");

-- CreateIndex
CREATE UNIQUE INDEX "HandoffPackage_handoffId_version_key" ON "HandoffPackage"("handoffId", "version");

-- CreateIndex
CREATE INDEX "IdempotencyRecord_createdAt_idx" ON "IdempotencyRecord"("createdAt");

-- CreateIndex
CREATE UNIQUE INDEX "AgentSession_handoffId_key" ON "AgentSession"("handoffId");

-- CreateIndex
CREATE INDEX "AgentSession_workItemId_registeredAt_id_idx" ON "AgentSession"("workItemId", "registeredAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "AgentSession_workItemId_status_endedAt_id_idx" ON "AgentSession"("workItemId", "status", "endedAt", "id");

-- CreateIndex
CREATE INDEX "AgentSession_parentSessionId_idx" ON "AgentSession"("parentSessionId");

-- CreateIndex
CREATE INDEX "AgentSession_machineId_idx" ON "AgentSession"("machineId");

-- CreateIndex
CREATE INDEX "AgentSession_organisationId_registeredAt_id_idx" ON "AgentSession"("organisationId", "registeredAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "SessionEvent_agentSessionId_position_key" ON "SessionEvent"("agentSessionId", "position");

-- CreateIndex
CREATE UNIQUE INDEX "Project_organisationId_keyPrefix_key" ON "Project"("organisationId", "keyPrefix");

-- CreateIndex
CREATE INDEX "WorkItem_organisationId_createdAt_id_idx" ON "WorkItem"("organisationId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "WorkItem_organisationId_state_createdAt_id_idx" ON "WorkItem"("organisationId", "state", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "WorkItem_projectId_createdAt_id_idx" ON "WorkItem"("projectId", "createdAt" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "WorkItem_organisationId_key_key" ON "WorkItem"("organisationId", "key");

-- CreateIndex
CREATE INDEX "WorkItemStateChange_workItemId_changedAt_id_idx" ON "WorkItemStateChange"("workItemId", "changedAt", "id");

-- CreateIndex
CREATE INDEX "Decision_workItemId_supersededById_recordedAt_id_idx" ON "Decision"("workItemId", "supersededById", "recordedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Decision_workItemId_recordedAt_id_idx" ON "Decision"("workItemId", "recordedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Decision_supersededById_idx" ON "Decision"("supersededById");

-- CreateIndex
CREATE INDEX "Decision_agentSessionId_idx" ON "Decision"("agentSessionId");

-- CreateIndex
CREATE INDEX "Artifact_workItemId_isLatest_attachedAt_id_idx" ON "Artifact"("workItemId", "isLatest", "attachedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Artifact_workItemId_attachedAt_id_idx" ON "Artifact"("workItemId", "attachedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Artifact_agentSessionId_idx" ON "Artifact"("agentSessionId");

-- CreateIndex
CREATE INDEX "Artifact_blobId_idx" ON "Artifact"("blobId");

-- CreateIndex
CREATE UNIQUE INDEX "Artifact_workItemId_title_version_key" ON "Artifact"("workItemId", "title", "version");

-- CreateIndex
CREATE UNIQUE INDEX "Blob_organisationId_sha256_key" ON "Blob"("organisationId", "sha256");

-- CreateIndex
CREATE INDEX "Blocker_workItemId_status_raisedAt_id_idx" ON "Blocker"("workItemId", "status", "raisedAt", "id");

-- CreateIndex
CREATE INDEX "Blocker_organisationId_status_severity_raisedAt_id_idx" ON "Blocker"("organisationId", "status", "severity", "raisedAt", "id");

-- CreateIndex
CREATE INDEX "Blocker_agentSessionId_idx" ON "Blocker"("agentSessionId");

-- CreateIndex
CREATE INDEX "Outcome_workItemId_recordedAt_id_idx" ON "Outcome"("workItemId", "recordedAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "Outcome_agentSessionId_idx" ON "Outcome"("agentSessionId");

-- AddForeignKey
ALTER TABLE "Member" ADD CONSTRAINT "Member_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Token" ADD CONSTRAINT "Token_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Token" ADD CONSTRAINT "Token_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "Member"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Token" ADD CONSTRAINT "Token_machineId_fkey" FOREIGN KEY ("machineId") REFERENCES "Machine"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Token" ADD CONSTRAINT "Token_agentSessionId_fkey" FOREIGN KEY ("agentSessionId") REFERENCES "AgentSession"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Event" ADD CONSTRAINT "Event_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Machine" ADD CONSTRAINT "Machine_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Handoff" ADD CONSTRAINT "Handoff_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Handoff" ADD CONSTRAINT "Handoff_workItemId_fkey" FOREIGN KEY ("workItemId") REFERENCES "WorkItem"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Handoff" ADD CONSTRAINT "Handoff_sourceSessionId_fkey" FOREIGN KEY ("sourceSessionId") REFERENCES "AgentSession"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HandoffPackage" ADD CONSTRAINT "HandoffPackage_handoffId_fkey" FOREIGN KEY ("handoffId") REFERENCES "Handoff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentSession" ADD CONSTRAINT "AgentSession_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentSession" ADD CONSTRAINT "AgentSession_workItemId_fkey" FOREIGN KEY ("workItemId") REFERENCES "WorkItem"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentSession" ADD CONSTRAINT "AgentSession_machineId_fkey" FOREIGN KEY ("machineId") REFERENCES "Machine"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentSession" ADD CONSTRAINT "AgentSession_parentSessionId_fkey" FOREIGN KEY ("parentSessionId") REFERENCES "AgentSession"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AgentSession" ADD CONSTRAINT "AgentSession_handoffId_fkey" FOREIGN KEY ("handoffId") REFERENCES "Handoff"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SessionEvent" ADD CONSTRAINT "SessionEvent_agentSessionId_fkey" FOREIGN KEY ("agentSessionId") REFERENCES "AgentSession"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WorkspaceFile" ADD CONSTRAINT "WorkspaceFile_agentSessionId_fkey" FOREIGN KEY ("agentSessionId") REFERENCES "AgentSession"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Project" ADD CONSTRAINT "Project_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WorkItem" ADD CONSTRAINT "WorkItem_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WorkItem" ADD CONSTRAINT "WorkItem_projectId_fkey" FOREIGN KEY ("projectId") REFERENCES "Project"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WorkItemStateChange" ADD CONSTRAINT "WorkItemStateChange_workItemId_fkey" FOREIGN KEY ("workItemId") REFERENCES "WorkItem"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_workItemId_fkey" FOREIGN KEY ("workItemId") REFERENCES "WorkItem"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_agentSessionId_fkey" FOREIGN KEY ("agentSessionId") REFERENCES "AgentSession"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Decision" ADD CONSTRAINT "Decision_supersededById_fkey" FOREIGN KEY ("supersededById") REFERENCES "Decision"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Artifact" ADD CONSTRAINT "Artifact_workItemId_fkey" FOREIGN KEY ("workItemId") REFERENCES "WorkItem"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Artifact" ADD CONSTRAINT "Artifact_agentSessionId_fkey" FOREIGN KEY ("agentSessionId") REFERENCES "AgentSession"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Artifact" ADD CONSTRAINT "Artifact_blobId_fkey" FOREIGN KEY ("blobId") REFERENCES "Blob"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Blob" ADD CONSTRAINT "Blob_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BlobChunk" ADD CONSTRAINT "BlobChunk_blobId_fkey" FOREIGN KEY ("blobId") REFERENCES "Blob"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Blocker" ADD CONSTRAINT "Blocker_workItemId_fkey" FOREIGN KEY ("workItemId") REFERENCES "WorkItem"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Blocker" ADD CONSTRAINT "Blocker_agentSessionId_fkey" FOREIGN KEY ("agentSessionId") REFERENCES "AgentSession"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Outcome" ADD CONSTRAINT "Outcome_workItemId_fkey" FOREIGN KEY ("workItemId") REFERENCES "WorkItem"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Outcome" ADD CONSTRAINT "Outcome_agentSessionId_fkey" FOREIGN KEY ("agentSessionId") REFERENCES "AgentSession"("id") ON DELETE SET NULL ON UPDATE CASCADE;
