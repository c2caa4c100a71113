import { Command } from 'commander';
import { fetchWorkItem } from '../../../api/operations/work/work.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { fields } from '../../output/fields.ts';
import { lower } from '../../output/words.ts';
import { workItemRef } from '../../references/work-item-ref.ts';
import { runCommand } from '../../run-command.ts';

/** `kernel work show`: one work item, its criteria numbered as `outcome record` takes them. */
export const showCommand = (host: Host): Command =>
  new Command('show')
    .description('show a work item')
    .argument('[work]', 'the work item; inside a session its own')
    .action(runCommand(host, show));

async function show(call: Call, work: string | undefined): Promise<Answer> {
  const item = await fetchWorkItem(await call.connection(), await workItemRef(call, work));
  const criteria = item.criteria.map(({ text, met }, i) => `${i + 1}. ${text}${verdict(met)}`);
  return {
    json: { workItem: item },
    text: (view) =>
      fields(
        [
          ['work item', item.key],
          ['title', item.title],
          ['state', lower(item.state)],
          ['priority', lower(item.priority)],
          ['type', item.taskType],
          ['goal', item.goal],
          ['constraints', item.constraints],
          ['criteria', criteria],
          ['documents', documentsOf(item)],
          ['can be', item.availableCommands.map(lower).join(', ')],
          ['revision', item.revision],
          ['created', item.createdAt],
          ['updated', item.updatedAt],
          ['id', item.id],
        ],
        view,
      ),
  };
}

/** Name and reference of the newest documents, and how many more there are. */
function documentsOf({ documents, documentCount }: Awaited<ReturnType<typeof fetchWorkItem>>): string[] {
  const more = documentCount - documents.length;
  return [
    ...documents.map(({ name, ref }) => `${name} ${ref}`),
    ...(more > 0 ? [`${more} more: kernel doc list --work`] : []),
  ];
}

const verdict = (met: boolean | null | undefined): string =>
  met === true ? ' [met]' : met === false ? ' [not met]' : '';
