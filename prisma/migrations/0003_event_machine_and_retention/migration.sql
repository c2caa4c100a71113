-- AlterTable
ALTER TABLE "Event" ADD COLUMN     "machineId" TEXT;

-- AlterTable
ALTER TABLE "Organisation" ADD COLUMN     "eventRetentionDays" INTEGER;

-- CreateIndex
CREATE INDEX "Event_machineId_seq_idx" ON "Event"("machineId", "seq");

-- What is already in the log gets the machine that a new event would carry.
UPDATE "Event" AS e SET "machineId" = s."machineId"
FROM "AgentSession" AS s WHERE s."id" = e."agentSessionId" AND s."machineId" IS NOT NULL;
UPDATE "Event" SET "machineId" = "data"->>'machineId' WHERE "type" LIKE 'machine.%';
