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
