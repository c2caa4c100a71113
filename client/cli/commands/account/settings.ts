import { Argument, Command, InvalidArgumentError } from 'commander';
import { fetchOrganisation, setEventRetention } from '../../../api/operations/organisation/organisation.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { wholeNumber } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { fields } from '../../output/fields.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

/** `kernel settings`: what an owner decides for the whole organisation. */
export const settingsCommand = (host: Host): Command =>
  new Command('settings')
    .description('show the settings of the organisation, or change one')
    .action(runCommand(host, show))
    .addCommand(
      new Command('retention')
        .description('set for how long events are kept; the record itself always stays. Owners only')
        .addArgument(new Argument('<days>', 'a number of days, or all').argParser(daysOrAll))
        .addHelpText('after', examples('kernel settings retention 90', 'kernel settings retention all'))
        .action(runCommand(host, setRetention)),
    );

const KEEP_ALL = 'all';

function daysOrAll(text: string): number | typeof KEEP_ALL {
  if (text.toLowerCase() === KEEP_ALL) return KEEP_ALL;
  if (/^\d+$/.test(text)) return wholeNumber(1)(text);
  throw new InvalidArgumentError('It must be a whole number of days, or all.');
}

async function show(call: Call): Promise<Answer> {
  const organisation = await fetchOrganisation(await call.connection());
  return {
    json: { settings: organisation },
    text: (view) =>
      fields(
        [
          ['organisation', organisation.name],
          ['id', organisation.id],
          ['events are kept', keptFor(organisation.eventRetentionDays)],
        ],
        view,
      ),
  };
}

async function setRetention(call: Call, wanted: number | typeof KEEP_ALL): Promise<Answer> {
  const { organisation } = await setEventRetention(await call.connection(), wanted === KEEP_ALL ? null : wanted);
  return sentence({ settings: organisation }, `events are kept: ${keptFor(organisation.eventRetentionDays)}`);
}

const keptFor = (days: number | null | undefined): string =>
  days === null || days === undefined ? 'all of them' : `${days} days`;
