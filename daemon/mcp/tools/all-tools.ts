import { documentTools } from './documents/document-tools.ts';
import { acceptReceiptTool } from './record/accept-receipt.ts';
import { attachArtifactTool } from './record/attach-artifact.ts';
import { raiseBlockerTool, resolveBlockerTool } from './record/blockers.ts';
import { completeWorkTool } from './record/complete-work.ts';
import { recordDecisionTool } from './record/record-decision.ts';
import { recordOutcomeTool } from './record/record-outcome.ts';
import { supersedeDecisionTool } from './record/supersede-decision.ts';
import { workReadTool } from './record/work-read.ts';
import type { Tool } from './tool.ts';

/** Every tool, in the order in which they are listed. */
export const allTools: readonly Tool[] = [
  ...documentTools,
  workReadTool,
  recordDecisionTool,
  supersedeDecisionTool,
  attachArtifactTool,
  raiseBlockerTool,
  resolveBlockerTool,
  recordOutcomeTool,
  completeWorkTool,
  acceptReceiptTool,
];
