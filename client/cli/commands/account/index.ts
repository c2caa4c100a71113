import type { Command } from 'commander';
import type { Host } from '../../host.ts';
import { loginCommand } from './login.ts';
import { logoutCommand } from './logout.ts';
import { memberCommand } from './member.ts';
import { openCommand } from './open.ts';
import { settingsCommand } from './settings.ts';
import { statusCommand } from './status.ts';
import { tokenCommand } from './token.ts';
import { whoamiCommand } from './whoami.ts';

/** Who you are, and who else may come in. */
export const accountCommands = (host: Host): Command[] => [
  loginCommand(host),
  logoutCommand(host),
  openCommand(host),
  whoamiCommand(host),
  statusCommand(host),
  tokenCommand(host),
  memberCommand(host),
  settingsCommand(host),
];
