-- AlterTable
ALTER TABLE "HandoffPackage" ADD COLUMN     "record" JSONB;
