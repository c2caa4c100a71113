export { createProject } from './create-project.ts';
export { createWorkItem } from './create-work-item.ts';
export {
  blockWorkItem,
  cancelWorkItem,
  completeWorkItem,
  reopenWorkItem,
  startWorkItem,
  submitWorkItem,
  unblockWorkItem,
} from './change-state.ts';
export { raiseBlocker } from './records/raise-blocker.ts';
export { recordDecision } from './records/record-decision.ts';
export { recordOutcome } from './records/record-outcome.ts';
export { resolveBlocker } from './records/resolve-blocker.ts';
export { supersedeDecision } from './records/supersede-decision.ts';
export { updateWorkItem } from './update-work-item.ts';
export { attachArtifact } from './artifacts/attach-artifact.ts';
export { readArtifactContent } from './artifacts/read-artifact-content.ts';
export { storeUpload } from './artifacts/store-upload.ts';
