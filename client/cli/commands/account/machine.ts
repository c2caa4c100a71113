import { Argument, Command } from 'commander';
import type { SyncMode } from '../../../api/graphql/graphql.ts';
import { listMachines, setMachineSyncMode } from '../../../api/operations/machines.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { oneOf } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { idColumn, timeColumn, wordColumn } from '../../output/columns.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { lower } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { limitOption } from '../limit-option.ts';

/** `kernel machine`: where sessions run, and what leaves those places. */
export const machineCommand = (host: Host): Command =>
  new Command('machine')
    .description('list machines, and set what they let out')
    .addCommand(
      new Command('list').description('list machines, by name').addOption(limitOption()).action(runCommand(host, list)),
    )
    .addCommand(
      new Command('sync-mode')
        .description('set what a machine lets out of sessions registered from now on')
        .argument('<id>', 'the machine')
        .addArgument(
          new Argument('<mode>', 'metadata_only, summaries or full').argParser(
            oneOf('METADATA_ONLY', 'SUMMARIES', 'FULL'),
          ),
        )
        .action(runCommand(host, setSyncMode)),
    );

async function list(call: Call, options: { limit: number }): Promise<Answer> {
  return listAnswer('machines', await listMachines(await call.connection(), options.limit), [
    idColumn,
    wordColumn('SYNC MODE', (row) => row.syncMode),
    timeColumn('SINCE', (row) => row.createdAt),
    { title: 'NAME', value: (row) => row.name },
  ]);
}

async function setSyncMode(call: Call, id: string, syncMode: SyncMode): Promise<Answer> {
  const machineId = await resolveId(call, 'MACHINE', id);
  const { machine } = await setMachineSyncMode(await call.connection(), { machineId, syncMode });
  return sentence({ machine }, `${machine.id} lets out ${lower(machine.syncMode)}`);
}
