import type { Command } from 'commander';
import type { Host } from '../../host.ts';
import { daemonCommand } from './daemon.ts';
import { machineCommand } from './machine.ts';
import { runtimeCommand } from './runtime.ts';

/** Where sessions run, and on what. */
export const fleetCommands = (host: Host): Command[] => [
  machineCommand(host),
  runtimeCommand(host),
  daemonCommand(host),
];
