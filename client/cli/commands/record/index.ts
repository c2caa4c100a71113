import type { Command } from 'commander';
import type { Host } from '../../host.ts';
import { artifactCommand } from './artifact.ts';
import { blockerCommand } from './blocker.ts';
import { decisionCommand } from './decision.ts';
import { inboxCommand } from './inbox.ts';
import { offerCommand } from './offer.ts';
import { outcomeCommand } from './outcome.ts';

/** What is recorded on a work item. */
export const recordCommands = (host: Host): Command[] => [
  decisionCommand(host),
  artifactCommand(host),
  blockerCommand(host),
  outcomeCommand(host),
  offerCommand(host),
  inboxCommand(host),
];
