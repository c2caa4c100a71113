import { Command } from 'commander';
import type { Host } from '../../host.ts';
import { examples } from '../examples.ts';
import { exportCommand } from './export.ts';
import { listCommand } from './list.ts';

/** `kernel events`: the organisation's log, as a list, as it happens, or as a file. */
export const eventsCommand = (host: Host): Command =>
  new Command('events')
    .description('show, follow or export the log of the organisation; alone it lists what happened, newest first')
    .addCommand(listCommand(host), { isDefault: true })
    .addCommand(exportCommand(host))
    .addHelpText(
      'after',
      examples('kernel events', 'kernel events --follow --json', 'kernel events export --output log.ndjson'),
    );
