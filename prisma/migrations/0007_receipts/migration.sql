-- CreateTable
CREATE TABLE "HandoffReceipt" (
    "handoffId" TEXT NOT NULL,
    "organisationId" TEXT NOT NULL,
    "workItemId" TEXT NOT NULL,
    "sessionId" TEXT NOT NULL,
    "packageVersion" INTEGER NOT NULL,
    "covered" TEXT[],
    "recordedAt" TIMESTAMPTZ(3) NOT NULL,
    "recordedBy" JSONB NOT NULL,

    CONSTRAINT "HandoffReceipt_pkey" PRIMARY KEY ("handoffId")
);

-- AddForeignKey
ALTER TABLE "HandoffReceipt" ADD CONSTRAINT "HandoffReceipt_handoffId_fkey" FOREIGN KEY ("handoffId") REFERENCES "Handoff"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
