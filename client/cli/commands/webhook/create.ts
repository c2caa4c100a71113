import { Command } from 'commander';
import type { EventType, ProjectRef, WorkItemRef } from '../../../api/graphql/graphql.ts';
import { createWebhook, updateWebhook } from '../../../api/operations/organisation/webhooks.ts';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import type { Host } from '../../host.ts';
import { gathered, given } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { workItemRef } from '../../references/work-item-ref.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { withSecret } from './with-secret.ts';

interface FilterOptions {
  readonly type?: readonly string[];
  readonly work?: string;
  readonly project?: string;
}

interface UpdateOptions extends FilterOptions {
  readonly name?: string;
  readonly url?: string;
  readonly everything?: boolean;
}

const withFilter = (command: Command): Command =>
  command
    .option('--type <type>', 'only facts of this type, such as handoff.accepted; may be given several times', gathered)
    .option('--work <id or key>', 'only what is about this work item')
    .option('--project <prefix>', 'only what is about the work items of this project');

export const createCommand = (host: Host): Command =>
  withFilter(new Command('create').description('set up a webhook; its signing secret is shown once'))
    .argument('<name>', 'what to call it')
    .argument('<url>', 'where to send, by https')
    .addHelpText('after', examples('kernel webhook create ci https://ci.example.com/kernel --type handoff.accepted'))
    .action(runCommand(host, create));

export const updateCommand = (host: Host): Command =>
  withFilter(new Command('update').description('change what a webhook is told, or where; what is left out stays'))
    .argument('<id>', 'the webhook')
    .option('--name <name>', 'what to call it')
    .option('--url <url>', 'where to send')
    .option('--everything', 'tell it of all that happens: no types, work item or project')
    .action(runCommand(host, update));

async function create(call: Call, name: string, url: string, options: FilterOptions): Promise<Answer> {
  const input = { name, url, ...(await filterOf(call, options)), ...given({ idempotencyKey: call.key() }) };
  return withSecret(await createWebhook(await call.connection(), input));
}

async function update(call: Call, id: string, options: UpdateOptions): Promise<Answer> {
  const { name, url, everything } = options;
  const filter = everything === true ? { types: null, workItem: null, project: null } : await filterOf(call, options);
  const change = { ...given({ name, url }), ...filter };
  if (Object.keys(change).length === 0) throw usageError('Say what to change, such as --url or --type.');
  const webhookId = await resolveId(call, 'WEBHOOK', id);
  const { webhook } = await updateWebhook(await call.connection(), { webhookId, ...change });
  return sentence({ webhook }, `${webhook.id} was changed`);
}

async function filterOf(
  call: Call,
  { type, work, project }: FilterOptions,
): Promise<{ types?: EventType[]; workItem?: WorkItemRef; project?: ProjectRef }> {
  return given({
    types: type?.map((word) => word.toUpperCase().replaceAll('.', '_') as EventType),
    workItem: work === undefined ? undefined : await workItemRef(call, work),
    project: project === undefined ? undefined : { keyPrefix: project.toUpperCase() },
  });
}
