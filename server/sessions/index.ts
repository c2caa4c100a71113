export { endSession } from './end-session.ts';
export { recordSessionEvents } from './record-session-events.ts';
export { registerSession } from './register-session.ts';
export { reportWorkspace } from './report-workspace.ts';
