import { Command, Option } from 'commander';
import type { BlockerSeverity } from '../../../api/graphql/graphql.ts';
import { acceptOffer, dismissOffer, listOffers } from '../../../api/operations/work/record-offers.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given, oneOf } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { idColumn, timeColumn, wordColumn } from '../../output/columns.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { lower } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { workItemRef } from '../../references/work-item-ref.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { limitOption } from '../limit-option.ts';

interface AcceptOptions {
  readonly rationale?: string;
  readonly severity?: BlockerSeverity;
}

/** `kernel offer`: lines that sessions left for the record, which a person accepts or lets be. */
export const offerCommand = (host: Host): Command =>
  new Command('offer')
    .description('list, accept and dismiss the lines that sessions left for the record')
    .addCommand(
      new Command('list')
        .description('list the lines that wait for a person, oldest first')
        .argument('[work]', 'the work item; inside a session its own')
        .option('--all', 'also those that were accepted or dismissed')
        .addOption(limitOption())
        .action(runCommand(host, list)),
    )
    .addCommand(
      new Command('accept')
        .description('put a line on the record, word for word; only a person can')
        .argument('<id>', 'the offered record')
        .option('--rationale <text>', 'of a decision: why; where it was read when left out')
        .addOption(
          new Option(
            '--severity <severity>',
            'of a blocker: low, medium, high or critical; medium when left out',
          ).argParser(oneOf('LOW', 'MEDIUM', 'HIGH', 'CRITICAL')),
        )
        .addHelpText('after', examples('kernel offer accept 7b31…', 'kernel offer accept 7b31… --severity high'))
        .action(runCommand(host, accept)),
    )
    .addCommand(
      new Command('dismiss')
        .description('let a line be: it becomes no record, and is not offered again; only a person can')
        .argument('<id>', 'the offered record')
        .action(runCommand(host, dismiss)),
    );

async function list(call: Call, work: string | undefined, options: { limit: number; all?: boolean }): Promise<Answer> {
  const ref = await workItemRef(call, work);
  const found = await listOffers(await call.connection(), ref, options.limit, options.all === true);
  return listAnswer('offers', found, [
    idColumn,
    timeColumn('OFFERED', (row) => row.offeredAt),
    wordColumn('KIND', (row) => row.kind),
    wordColumn('STATE', (row) => row.state),
    { title: 'FROM', value: (row) => `${row.agentSession.runtime}, ${row.source}` },
    { title: 'TEXT', value: (row) => row.text },
  ]);
}

async function accept(call: Call, id: string, { rationale, severity }: AcceptOptions): Promise<Answer> {
  const offerId = await resolveId(call, 'RECORD_OFFER', id);
  const input = { offerId, ...given({ rationale, severity, idempotencyKey: call.key() }) };
  const { offer } = await acceptOffer(await call.connection(), input);
  return sentence(
    { offer },
    `accepted ${offerId}: it is ${offer.decision?.id ?? offer.blocker?.id ?? 'on the record'}`,
  );
}

async function dismiss(call: Call, id: string): Promise<Answer> {
  const offerId = await resolveId(call, 'RECORD_OFFER', id);
  const { offer } = await dismissOffer(await call.connection(), {
    offerId,
    ...given({ idempotencyKey: call.key() }),
  });
  return sentence({ offer }, `${lower(offer.state)} ${offerId}`);
}
