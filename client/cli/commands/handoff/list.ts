import { Command } from 'commander';
import { listHandoffs } from '../../../api/operations/handoffs/handoffs.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { idColumn, timeColumn, wordColumn } from '../../output/columns.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { workItemRef } from '../../references/work-item-ref.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { limitOption } from '../limit-option.ts';

/** `kernel handoff list`: the handoffs of a work item, without their packages. */
export const listCommand = (host: Host): Command =>
  new Command('list')
    .description('list the handoffs of a work item, newest first')
    .argument('[work]', 'the work item, such as AUTH-1; inside a session its own')
    .addOption(limitOption())
    .addHelpText('after', examples('kernel handoff list AUTH-1'))
    .action(runCommand(host, list));

async function list(call: Call, work: string | undefined, options: { limit: number }): Promise<Answer> {
  const found = await listHandoffs(await call.connection(), await workItemRef(call, work), options.limit);
  return listAnswer('handoffs', found, [
    idColumn,
    wordColumn('STATE', (row) => row.state),
    { title: 'TO', value: (row) => row.targetRuntime },
    { title: 'VERSION', value: (row) => (row.packageVersion === null ? '' : `v${row.packageVersion}`) },
    {
      title: 'HASH',
      value: (row) => row.packageHash,
      short: (row) => (row.packageHash ? `${row.packageHash.slice(0, 8)}…` : ''),
    },
    wordColumn('REFUSED', (row) => row.rejectReason),
    timeColumn('REQUESTED', (row) => row.requestedAt),
    { title: 'PURPOSE', value: (row) => row.purpose },
  ]);
}
