export { endSession } from './end-session.ts';
export { nameProviderSession } from './reports/name-provider-session.ts';
export { recordSessionEvents } from './reports/record-session-events.ts';
export { registerSession } from './register-session.ts';
export { reportBriefing } from './reports/report-briefing.ts';
export { reportSourcePin } from './reports/report-source-pin.ts';
export { reportWorkspace } from './reports/report-workspace.ts';
