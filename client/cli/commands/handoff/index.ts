import { Command } from 'commander';
import type { Host } from '../../host.ts';
import { acceptCommand } from './accept.ts';
import { compileCommand } from './compile.ts';
import { completeCommand } from './complete.ts';
import { createCommand } from './create.ts';
import { diffCommand } from './diff.ts';
import { listCommand } from './list.ts';
import { previewCommand } from './preview.ts';
import { receiptCommand } from './receipt.ts';
import { rejectCommand } from './reject.ts';
import { showCommand } from './show.ts';
import { verifyCommand } from './verify.ts';

/** `kernel handoff`: from one session to another. There is no cancel here: that is done where the package is read. */
export function handoffCommand(host: Host): Command {
  const handoff = new Command('handoff').description('hand work from one session to another');
  const commands = [
    createCommand(host),
    compileCommand(host),
    listCommand(host),
    showCommand(host),
    acceptCommand(host),
    receiptCommand(host),
    rejectCommand(host),
    completeCommand(host),
    diffCommand(host),
    verifyCommand(host),
    previewCommand(host),
  ];
  for (const command of commands) handoff.addCommand(command);
  return handoff;
}
