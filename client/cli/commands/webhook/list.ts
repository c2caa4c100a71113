import { Command } from 'commander';
import { fetchWebhook, listWebhooks } from '../../../api/operations/organisation/webhooks.ts';
import type { Call } from '../../call.ts';
import { CliError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { Host } from '../../host.ts';
import type { Answer } from '../../output/answer.ts';
import { idColumn, timeColumn } from '../../output/columns.ts';
import { fields } from '../../output/fields.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { lower } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { limitOption } from '../limit-option.ts';

export const listCommand = (host: Host): Command =>
  new Command('list')
    .description('list webhooks, in the order in which they were set up')
    .addOption(limitOption())
    .action(runCommand(host, list));

export const showCommand = (host: Host): Command =>
  new Command('show')
    .description('show one webhook: what it is told, and how it goes')
    .argument('<id>', 'the webhook')
    .action(runCommand(host, show));

async function list(call: Call, { limit }: { limit: number }): Promise<Answer> {
  return listAnswer('webhooks', await listWebhooks(await call.connection(), limit), [
    idColumn,
    { title: 'STATE', value: stateOf },
    timeColumn('SINCE', (row) => row.createdAt),
    { title: 'NAME', value: (row) => row.name },
    { title: 'URL', value: (row) => row.url },
  ]);
}

async function show(call: Call, text: string): Promise<Answer> {
  const id = await resolveId(call, 'WEBHOOK', text);
  const webhook = await fetchWebhook(await call.connection(), id);
  if (webhook === null) throw new CliError('NOT_FOUND', exitCodes.notFound, `There is no webhook ${id} within reach.`);
  return {
    json: { webhook },
    text: (view) =>
      fields(
        [
          ['id', webhook.id],
          ['name', webhook.name],
          ['url', webhook.url],
          ['state', stateOf(webhook)],
          ['types', webhook.types.length === 0 ? 'all' : webhook.types.map(lower)],
          ['work item', webhook.workItem?.key],
          ['project', webhook.project?.keyPrefix],
          ['failing since', webhook.failingSince],
          ['failed attempts', webhook.failedAttempts === 0 ? undefined : webhook.failedAttempts],
          ['next attempt', webhook.nextAttemptAt],
          ['both secrets until', webhook.overlapEndsAt],
          ['set up', webhook.createdAt],
        ],
        view,
      ),
  };
}

interface Stateful {
  readonly state: string;
  readonly disabledReason?: string | null | undefined;
  readonly failingSince?: string | null | undefined;
}

/** In a word: enabled, failing, or disabled and why. */
function stateOf({ state, disabledReason, failingSince }: Stateful): string {
  if (state === 'DISABLED') return `disabled (${lower(disabledReason ?? '')})`;
  return failingSince === null || failingSince === undefined ? 'enabled' : 'failing';
}
