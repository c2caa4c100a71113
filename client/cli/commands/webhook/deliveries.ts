import { Command, Option } from 'commander';
import type { WebhookDeliveryState } from '../../../api/graphql/graphql.ts';
import { type Delivery, listDeliveries } from '../../../api/operations/organisation/webhook-deliveries.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { oneOf } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { idColumn, timeColumn, wordColumn } from '../../output/columns.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { limitOption } from '../limit-option.ts';
import { outcomeOf } from './outcome-of.ts';

export const deliveriesCommand = (host: Host): Command =>
  new Command('deliveries')
    .description('list what was sent to a webhook in the last 30 days, newest first')
    .argument('<id>', 'the webhook')
    .addOption(
      new Option('--state <state>', 'only those that are pending, delivered or failed').argParser(
        oneOf('PENDING', 'DELIVERED', 'FAILED'),
      ),
    )
    .addOption(limitOption())
    .action(runCommand(host, deliveries));

interface DeliveriesOptions {
  readonly state?: WebhookDeliveryState;
  readonly limit: number;
}

async function deliveries(call: Call, id: string, { state, limit }: DeliveriesOptions): Promise<Answer> {
  const webhookId = await resolveId(call, 'WEBHOOK', id);
  return listAnswer('deliveries', await listDeliveries(await call.connection(), webhookId, state ?? null, limit), [
    idColumn,
    timeColumn('WHEN', (row: Delivery) => row.createdAt),
    wordColumn('STATE', (row) => row.state),
    wordColumn('CAUSE', (row) => row.cause),
    { title: 'EVENT', value: (row) => row.eventType },
    { title: 'ATTEMPTS', value: (row) => row.attempts.length },
    { title: 'LAST', value: outcomeOf },
  ]);
}
