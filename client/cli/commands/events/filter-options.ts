import { type Command, Option } from 'commander';
import type { EventFilter, EventType } from '../../../api/graphql/graphql.ts';
import { fetchWorkItemId } from '../../../api/operations/ids.ts';
import { listMachines } from '../../../api/operations/fleet/machines.ts';
import type { Call } from '../../call.ts';
import { CliError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import { gathered, given, moment } from '../../options.ts';
import { namedSessionId } from '../../references/session-id.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { workItemRef } from '../../references/work-item-ref.ts';

/** Which events are wanted, as typed. */
export interface FilterOptions {
  readonly work?: string;
  readonly type?: readonly string[];
  readonly session?: string;
  readonly machine?: string;
  readonly since?: string;
  readonly until?: string;
}

/** Most machines among which one is looked for by its name. */
const MAX_MACHINES = 1_000;

/** Adds the options that narrow the log. */
export const withFilterOptions = (command: Command): Command =>
  command
    .option('--work <id or key>', 'only what is about this work item')
    .option('--type <type>', 'only facts of this type, such as handoff.accepted; may be given several times', gathered)
    .option('--session <id>', 'only what is about this agent session')
    .option('--machine <name or id>', 'only what is about this machine and the agent sessions on it')
    .addOption(new Option('--since <moment>', 'only what happened then or later').argParser(moment))
    .addOption(new Option('--until <moment>', 'only what happened before').argParser(moment));

/** The filter that the options say, with names and parts of ids looked up. Throws when nothing bears one. */
export async function filterOf(call: Call, options: FilterOptions): Promise<EventFilter> {
  const { since, until } = options;
  return given({
    workItemId: options.work === undefined ? undefined : await workItemId(call, options.work),
    agentSessionId: await namedSessionId(call, options.session),
    machineId: options.machine === undefined ? undefined : await machineId(call, options.machine),
    types: options.type?.map((type) => type.toUpperCase().replaceAll('.', '_') as EventType),
    since,
    until,
  });
}

async function workItemId(call: Call, text: string): Promise<string> {
  const ref = await workItemRef(call, text);
  const id = 'id' in ref ? ref.id : await fetchWorkItemId(await call.connection(), ref);
  if (id !== null) return id;
  throw new CliError('NOT_FOUND', exitCodes.notFound, `There is no work item ${text} within reach.`, { ref: text });
}

/** People call machines by their names; ids and parts of ids serve too. */
async function machineId(call: Call, text: string): Promise<string> {
  const { entries } = await listMachines(await call.connection(), MAX_MACHINES);
  return entries.find(({ name }) => name === text)?.id ?? resolveId(call, 'MACHINE', text);
}
