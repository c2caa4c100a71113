export { setMachineSyncMode } from './set-sync-mode.ts';
