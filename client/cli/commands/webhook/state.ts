import { Command } from 'commander';
import { deleteWebhook, disableWebhook, enableWebhook } from '../../../api/operations/organisation/webhooks.ts';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import type { Host } from '../../host.ts';
import { given } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';

export const disableCommand = (host: Host): Command =>
  new Command('disable')
    .description('stop telling a webhook of events; its place in the log stays')
    .argument('<id>', 'the webhook')
    .action(runCommand(host, disable));

export const enableCommand = (host: Host): Command =>
  new Command('enable')
    .description('tell a webhook of events again, from where it stopped')
    .argument('<id>', 'the webhook')
    .option('--skip-missed', 'go on with what happens from now on instead')
    .action(runCommand(host, enable));

export const deleteCommand = (host: Host): Command =>
  new Command('delete')
    .description('remove a webhook, with its secrets and the log of its deliveries')
    .argument('<id>', 'the webhook')
    .option('--yes', 'do it: without this it is only said what would go')
    .action(runCommand(host, remove));

async function disable(call: Call, id: string): Promise<Answer> {
  const { webhook } = await disableWebhook(await call.connection(), await resolveId(call, 'WEBHOOK', id));
  return sentence({ webhook }, `${webhook.id} is disabled`);
}

async function enable(call: Call, id: string, { skipMissed }: { skipMissed?: boolean }): Promise<Answer> {
  const webhookId = await resolveId(call, 'WEBHOOK', id);
  const { webhook, lost } = await enableWebhook(await call.connection(), { webhookId, ...given({ skipMissed }) });
  const notes = lost === 0 ? [] : [`${lost} events since it stopped are no longer in the log: it is not told of them`];
  return sentence({ webhook, lost }, `${webhook.id} is enabled`, notes);
}

async function remove(call: Call, id: string, { yes }: { yes?: boolean }): Promise<Answer> {
  const webhookId = await resolveId(call, 'WEBHOOK', id);
  if (yes !== true) {
    throw usageError(`This removes ${webhookId} with its secrets and the log of its deliveries. Repeat it with --yes.`);
  }
  await deleteWebhook(await call.connection(), webhookId);
  return sentence({ webhookId }, `${webhookId} is removed`);
}
