import { Command, Option } from 'commander';
import { rotateWebhookSecret } from '../../../api/operations/organisation/webhooks.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given, wholeNumber } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { withSecret } from './with-secret.ts';

export const rotateCommand = (host: Host): Command =>
  new Command('rotate')
    .description('give a webhook another signing secret; the one before signs too for a while')
    .argument('<id>', 'the webhook')
    .addOption(
      new Option('--overlap-hours <hours>', 'for how long both sign, 0 to 168; 24 when left out').argParser(
        wholeNumber(0),
      ),
    )
    .action(runCommand(host, rotate));

async function rotate(call: Call, id: string, { overlapHours }: { overlapHours?: number }): Promise<Answer> {
  const webhookId = await resolveId(call, 'WEBHOOK', id);
  const input = { webhookId, ...given({ overlapHours, idempotencyKey: call.key() }) };
  return withSecret(await rotateWebhookSecret(await call.connection(), input));
}
