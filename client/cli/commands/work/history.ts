import { Command } from 'commander';
import { listHistory } from '../../../api/operations/work/work.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { timeColumn } from '../../output/columns.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { lower } from '../../output/words.ts';
import { workItemRef } from '../../references/work-item-ref.ts';
import { runCommand } from '../../run-command.ts';
import { limitOption } from '../limit-option.ts';

/** `kernel work history`: what happened to a work item, newest first. */
export const historyCommand = (host: Host): Command =>
  new Command('history')
    .description('show what happened to a work item, newest first')
    .argument('[work]', 'the work item; inside a session its own')
    .addOption(limitOption())
    .action(runCommand(host, history));

async function history(call: Call, work: string | undefined, options: { limit: number }): Promise<Answer> {
  const found = await listHistory(await call.connection(), await workItemRef(call, work), options.limit);
  return listAnswer('events', found, [
    timeColumn('WHEN', (row) => row.occurredAt),
    { title: 'EVENT', value: (row) => lower(row.type) },
    { title: 'BY', value: (row) => `${lower(row.actor.kind)} ${row.actor.name}` },
    { title: 'WHAT', value: (row) => row.data.map(({ key, value }) => `${key}=${value}`).join(' ') },
  ]);
}
