export { renameMachine } from './rename-machine.ts';
export { setMachineSyncMode } from './set-sync-mode.ts';
