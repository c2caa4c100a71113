import { Argument, Command } from 'commander';
import type { SyncMode } from '../../../api/graphql/graphql.ts';
import {
  fetchMachine,
  listMachines,
  renameMachine,
  setMachineSyncMode,
} from '../../../api/operations/fleet/machines.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { oneOf } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { idColumn, timeColumn, wordColumn } from '../../output/columns.ts';
import { fields } from '../../output/fields.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { lower } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { limitOption } from '../limit-option.ts';

/** `kernel machine`: where sessions run, and what leaves those places. */
export const machineCommand = (host: Host): Command =>
  new Command('machine')
    .description('list machines, name them, and set what they let out')
    .addCommand(
      new Command('list').description('list machines, by name').addOption(limitOption()).action(runCommand(host, list)),
    )
    .addCommand(
      new Command('show')
        .description('show one machine and the runtimes it has')
        .argument('<id>', 'the machine')
        .action(runCommand(host, show)),
    )
    .addCommand(
      new Command('rename')
        .description('give a machine another name; everything it has and did stays its own')
        .argument('<id>', 'the machine')
        .argument('<name>', 'its name from now on')
        .action(runCommand(host, rename)),
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
    { title: 'ONLINE', value: (row) => (row.isOnline ? 'yes' : 'no') },
    wordColumn('SYNC MODE', (row) => row.syncMode),
    timeColumn('SINCE', (row) => row.createdAt),
    { title: 'NAME', value: (row) => row.name },
  ]);
}

async function show(call: Call, id: string): Promise<Answer> {
  const machine = await fetchMachine(await call.connection(), await resolveId(call, 'MACHINE', id));
  const { __typename: _type, ...shown } = machine;
  return {
    json: { machine: shown },
    text: (view) =>
      fields(
        [
          ['machine', machine.id],
          ['name', machine.name],
          ['online', machine.isOnline ? 'yes' : 'no'],
          ['last seen', machine.lastSeenAt],
          ['daemon', machine.daemonVersion],
          ['sync mode', lower(machine.syncMode)],
          ['runtimes', machine.runtimes.map(runtimeLine)],
        ],
        view,
      ),
  };
}

function runtimeLine(found: Awaited<ReturnType<typeof fetchMachine>>['runtimes'][number]): string {
  const { runtime, version, isInstalled, isUsable, signIn, problem } = found;
  const state = isInstalled && isUsable && signIn !== 'SIGNED_OUT' ? 'ready' : 'not ready';
  return [runtime, version, state, problem].filter((part) => typeof part === 'string').join(' · ');
}

async function rename(call: Call, id: string, name: string): Promise<Answer> {
  const machineId = await resolveId(call, 'MACHINE', id);
  const { machine } = await renameMachine(await call.connection(), { machineId, name });
  return sentence({ machine }, `${machine.id} is called ${machine.name}`);
}

async function setSyncMode(call: Call, id: string, syncMode: SyncMode): Promise<Answer> {
  const machineId = await resolveId(call, 'MACHINE', id);
  const { machine } = await setMachineSyncMode(await call.connection(), { machineId, syncMode });
  return sentence({ machine }, `${machine.id} lets out ${lower(machine.syncMode)}`);
}
