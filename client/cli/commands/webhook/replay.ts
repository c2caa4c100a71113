import { setTimeout as pause } from 'node:timers/promises';
import { Command, Option } from 'commander';
import type { Connection } from '../../../api/connection.ts';
import {
  type Delivery,
  fetchDelivery,
  replayDelivery,
  testWebhook,
} from '../../../api/operations/organisation/webhook-deliveries.ts';
import { replayWebhook } from '../../../api/operations/organisation/webhooks.ts';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { Host } from '../../host.ts';
import { given, moment } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { outcomeOf } from './outcome-of.ts';

/** How long the outcome of one message is waited for, and how often it is asked for, in milliseconds. */
const WAIT_MS = 30_000;
const ASK_EVERY_MS = 250;

export const testCommand = (host: Host): Command =>
  new Command('test')
    .description('send a trial message, and say what came of it (exit code 4 when it was not delivered)')
    .argument('<id>', 'the webhook; a disabled one serves too')
    .action(runCommand(host, test));

export const replayCommand = (host: Host): Command =>
  new Command('replay')
    .description('send one delivery again, or with --since all since a moment, with the ids they had')
    .argument('<id>', 'the delivery; with --since the webhook')
    .addOption(new Option('--since <moment>', 'tell the webhook again of everything since then').argParser(moment))
    .addHelpText(
      'after',
      examples('kernel webhook replay 3f9c0a', 'kernel webhook replay 81b2 --since 2026-01-31T08:00:00Z'),
    )
    .action(runCommand(host, replay));

async function test(call: Call, id: string): Promise<Answer> {
  const webhookId = await resolveId(call, 'WEBHOOK', id);
  const connection = await call.connection();
  const { delivery } = await testWebhook(connection, { webhookId, ...given({ idempotencyKey: call.key() }) });
  return outcome(await settled(connection, delivery));
}

async function replay(call: Call, id: string, { since }: { since?: string }): Promise<Answer> {
  const connection = await call.connection();
  const key = given({ idempotencyKey: call.key() });
  if (since === undefined) {
    if (id.startsWith('whk_')) throw usageError('Name a delivery, or say since when: --since 2026-01-31T08:00:00Z.');
    const deliveryId = await resolveId(call, 'WEBHOOK_DELIVERY', id);
    const { delivery } = await replayDelivery(connection, { deliveryId, ...key });
    return outcome(await settled(connection, delivery));
  }
  const webhookId = await resolveId(call, 'WEBHOOK', id);
  const { webhook, events } = await replayWebhook(connection, { webhookId, since, ...key });
  return sentence({ webhook, events }, `${webhook.id} goes through ${events} events of the log again`);
}

/** The delivery once it is done with, or as it is after a while. */
async function settled(connection: Connection, begun: Delivery): Promise<Delivery> {
  let delivery = begun;
  for (const until = Date.now() + WAIT_MS; delivery.state === 'PENDING' && Date.now() < until;) {
    await pause(ASK_EVERY_MS);
    delivery = (await fetchDelivery(connection, begun.id)) ?? delivery;
  }
  return delivery;
}

function outcome(delivery: Delivery): Answer {
  const says: Record<Delivery['state'], string> = {
    DELIVERED: `delivered: ${outcomeOf(delivery)}`,
    FAILED: `not delivered: ${outcomeOf(delivery)}`,
    PENDING: `${delivery.id} waits to be sent`,
  };
  const answer = delivery.attempts.at(-1)?.answer;
  const notes = answer === null || answer === undefined ? [] : [`the receiver answered: ${answer}`];
  const told = sentence({ delivery }, says[delivery.state], notes);
  return delivery.state === 'DELIVERED' ? told : { ...told, exitCode: exitCodes.refused };
}
