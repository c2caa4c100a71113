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
export { raiseBlocker } from './raise-blocker.ts';
export { recordDecision } from './record-decision.ts';
export { recordOutcome } from './record-outcome.ts';
export { resolveBlocker } from './resolve-blocker.ts';
export { supersedeDecision } from './supersede-decision.ts';
export { updateWorkItem } from './update-work-item.ts';
export { attachArtifact } from './artifacts/attach-artifact.ts';
export { readArtifactContent } from './artifacts/read-artifact-content.ts';
export { storeUpload } from './artifacts/store-upload.ts';
