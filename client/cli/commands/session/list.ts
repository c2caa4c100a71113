import { Command } from 'commander';
import { listSessions } from '../../../api/operations/sessions/sessions.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { idColumn, timeColumn } from '../../output/columns.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { standing } from '../../output/standing.ts';
import { workItemRef } from '../../references/work-item-ref.ts';
import { runCommand } from '../../run-command.ts';
import { limitOption } from '../limit-option.ts';

/** `kernel session list`: the sessions of a work item. */
export const listCommand = (host: Host): Command =>
  new Command('list')
    .description('list the sessions of a work item, newest first')
    .argument('[work]', 'the work item; inside a session its own')
    .addOption(limitOption())
    .action(runCommand(host, list));

async function list(call: Call, work: string | undefined, options: { limit: number }): Promise<Answer> {
  const found = await listSessions(await call.connection(), await workItemRef(call, work), options.limit);
  return listAnswer('sessions', found, [
    idColumn,
    { title: 'RUNTIME', value: (row) => row.runtime },
    { title: 'STATUS', value: standing },
    timeColumn('REGISTERED', (row) => row.registeredAt),
    { title: 'MACHINE', value: (row) => row.machine?.name },
    { title: 'PURPOSE', value: (row) => row.purpose },
  ]);
}
