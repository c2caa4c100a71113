export { pushDocuments, type PushReport } from './push-documents.ts';
export { type SyncState, syncState } from './sync-state.ts';
