-- CreateEnum
CREATE TYPE "RuntimeSignIn" AS ENUM ('SIGNED_IN', 'SIGNED_OUT', 'UNKNOWN');

-- CreateEnum
CREATE TYPE "LaunchState" AS ENUM ('REQUESTED', 'CLAIMED', 'STARTED', 'ENDED', 'UNCERTAIN');

-- CreateEnum
CREATE TYPE "MachineCommandKind" AS ENUM ('START_SESSION', 'STOP_SESSION');

-- CreateEnum
CREATE TYPE "SessionExitReason" AS ENUM ('COMPLETED', 'EXITED_WITHOUT_COMPLETION', 'CRASHED', 'RATE_LIMITED', 'NOT_SIGNED_IN', 'SANDBOX_FAILED', 'CANCELLED', 'TIMED_OUT', 'RUNTIME_MISSING', 'WORKSPACE_MISSING', 'WORKSPACE_BUSY', 'PACKAGE_MISMATCH', 'LOST');

-- AlterTable
ALTER TABLE "AgentSession" ADD COLUMN     "exitReason" "SessionExitReason";

-- AlterTable
ALTER TABLE "Machine" ADD COLUMN     "identity" TEXT;

-- CreateTable
CREATE TABLE "MachinePresence" (
    "machineId" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "instanceId" TEXT NOT NULL,
    "label" TEXT NOT NULL,
    "daemonVersion" TEXT NOT NULL,
    "platform" TEXT NOT NULL,
    "signedOnAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "signedOffAt" TIMESTAMPTZ(3),

    CONSTRAINT "MachinePresence_pkey" PRIMARY KEY ("machineId")
);

-- CreateTable
CREATE TABLE "MachineRuntime" (
    "organisationId" TEXT NOT NULL,
    "machineId" TEXT NOT NULL,
    "runtime" TEXT NOT NULL,
    "isInstalled" BOOLEAN NOT NULL,
    "path" TEXT,
    "version" TEXT,
    "signIn" "RuntimeSignIn" NOT NULL,
    "isUsable" BOOLEAN NOT NULL,
    "problem" TEXT,
    "reportedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MachineRuntime_pkey" PRIMARY KEY ("machineId","runtime")
);

-- CreateTable
CREATE TABLE "RuntimeSetting" (
    "organisationId" TEXT NOT NULL,
    "runtime" TEXT NOT NULL,
    "isEnabled" BOOLEAN NOT NULL,
    "changedAt" TIMESTAMPTZ(3) NOT NULL,
    "changedBy" JSONB NOT NULL,

    CONSTRAINT "RuntimeSetting_pkey" PRIMARY KEY ("organisationId","runtime")
);

-- CreateTable
CREATE TABLE "Launch" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "agentSessionId" TEXT NOT NULL,
    "machineId" TEXT NOT NULL,
    "handoffId" TEXT,
    "packageVersion" INTEGER,
    "packageHash" TEXT,
    "workspace" TEXT NOT NULL,
    "timeoutMs" INTEGER NOT NULL,
    "state" "LaunchState" NOT NULL,
    "fence" INTEGER NOT NULL DEFAULT 0,
    "claimToken" TEXT,
    "uncertainty" TEXT,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL,
    "requestedBy" JSONB NOT NULL,
    "claimedAt" TIMESTAMPTZ(3),
    "startedAt" TIMESTAMPTZ(3),
    "stopRequestedAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "exitCode" INTEGER,
    "exitSignal" TEXT,

    CONSTRAINT "Launch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MachineCommand" (
    "id" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "machineId" TEXT NOT NULL,
    "launchId" TEXT NOT NULL,
    "kind" "MachineCommandKind" NOT NULL,
    "issuedAt" TIMESTAMPTZ(3) NOT NULL,
    "acknowledgedAt" TIMESTAMPTZ(3),

    CONSTRAINT "MachineCommand_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BriefingReceipt" (
    "agentSessionId" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "sha256" TEXT NOT NULL,
    "cuts" JSONB NOT NULL,
    "clipped" TEXT[],
    "packageVersion" INTEGER,
    "packageHash" TEXT,
    "briefedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "BriefingReceipt_pkey" PRIMARY KEY ("agentSessionId")
);

-- CreateIndex
CREATE INDEX "MachinePresence_organisationId_lastSeenAt_idx" ON "MachinePresence"("organisationId", "lastSeenAt");

-- CreateIndex
CREATE INDEX "MachineRuntime_organisationId_runtime_idx" ON "MachineRuntime"("organisationId", "runtime");

-- CreateIndex
CREATE UNIQUE INDEX "Launch_agentSessionId_key" ON "Launch"("agentSessionId");

-- CreateIndex
CREATE INDEX "Launch_machineId_state_idx" ON "Launch"("machineId", "state");

-- CreateIndex
CREATE INDEX "Launch_organisationId_state_requestedAt_id_idx" ON "Launch"("organisationId", "state", "requestedAt", "id");

-- CreateIndex
CREATE INDEX "Launch_workItemId_idx" ON "Launch"("workItemId");

-- CreateIndex
CREATE INDEX "MachineCommand_machineId_acknowledgedAt_issuedAt_id_idx" ON "MachineCommand"("machineId", "acknowledgedAt", "issuedAt", "id");

-- CreateIndex
CREATE INDEX "MachineCommand_launchId_idx" ON "MachineCommand"("launchId");

-- CreateIndex
CREATE UNIQUE INDEX "Machine_organisationId_identity_key" ON "Machine"("organisationId", "identity");

-- AddForeignKey
ALTER TABLE "MachinePresence" ADD CONSTRAINT "MachinePresence_machineId_fkey" FOREIGN KEY ("machineId") REFERENCES "Machine"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MachineRuntime" ADD CONSTRAINT "MachineRuntime_machineId_fkey" FOREIGN KEY ("machineId") REFERENCES "Machine"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RuntimeSetting" ADD CONSTRAINT "RuntimeSetting_organisationId_fkey" FOREIGN KEY ("organisationId") REFERENCES "Organisation"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Launch" ADD CONSTRAINT "Launch_machineId_fkey" FOREIGN KEY ("machineId") REFERENCES "Machine"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Launch" ADD CONSTRAINT "Launch_agentSessionId_fkey" FOREIGN KEY ("agentSessionId") REFERENCES "AgentSession"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Launch" ADD CONSTRAINT "Launch_workItemId_fkey" FOREIGN KEY ("workItemId") REFERENCES "WorkItem"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Launch" ADD CONSTRAINT "Launch_handoffId_fkey" FOREIGN KEY ("handoffId") REFERENCES "Handoff"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MachineCommand" ADD CONSTRAINT "MachineCommand_machineId_fkey" FOREIGN KEY ("machineId") REFERENCES "Machine"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "MachineCommand" ADD CONSTRAINT "MachineCommand_launchId_fkey" FOREIGN KEY ("launchId") REFERENCES "Launch"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BriefingReceipt" ADD CONSTRAINT "BriefingReceipt_agentSessionId_fkey" FOREIGN KEY ("agentSessionId") REFERENCES "AgentSession"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
