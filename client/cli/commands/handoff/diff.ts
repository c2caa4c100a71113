import { Argument, Command } from 'commander';
import { eventName } from '../../../api/event-name.ts';
import { fetchHandoff } from '../../../api/operations/handoffs/handoffs.ts';
import { fetchPackageDiff } from '../../../api/operations/handoffs/packages.ts';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import type { Host } from '../../host.ts';
import { wholeNumber } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { printableLine } from '../../output/printable.ts';
import type { View } from '../../output/view.ts';
import { amount, moment } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

/** `kernel handoff diff`: what differs between two versions of a handoff's package, item by item and by which event. */
export const diffCommand = (host: Host): Command =>
  new Command('diff')
    .description('show what differs between two versions of the package, item by item, and which event made it so')
    .argument('<id>', 'the handoff: its id, or the beginning or end of it')
    .addArgument(new Argument('[from]', 'a version; the one before the other when left out').argParser(wholeNumber(1)))
    .addArgument(new Argument('[to]', 'a version; the one on offer when left out').argParser(wholeNumber(1)))
    .addHelpText('after', examples('kernel handoff diff 7b31…', 'kernel handoff diff 7b31… 1 3'))
    .action(runCommand(host, diff));

type Change = Awaited<ReturnType<typeof fetchPackageDiff>>[number];

async function diff(call: Call, id: string, from: number | undefined, to: number | undefined): Promise<Answer> {
  const handoffId = await resolveId(call, 'HANDOFF', id);
  const connection = await call.connection();
  const toVersion = to ?? (await fetchHandoff(connection, handoffId)).packageVersion ?? 0;
  const fromVersion = from ?? toVersion - 1;
  if (fromVersion < 1)
    throw usageError(
      `There is nothing to compare: the handoff has ${toVersion === 0 ? 'no package' : 'one version'} so far.`,
    );
  const changes = await fetchPackageDiff(connection, handoffId, fromVersion, toVersion);
  const title = `v${fromVersion} → v${toVersion}: ${changes.length === 0 ? 'the same' : amount(changes.length, 'change')}\n`;
  return {
    json: { handoffId, fromVersion, toVersion, changes },
    text: (view) => title + changes.map((change) => line(change, view)).join(''),
  };
}

function line({ kind, label, before, after, event }: Change, view: View): string {
  const { colours } = view;
  const name = printableLine(label);
  const [old, now] = [printableLine(before ?? ''), printableLine(after ?? '')];
  const cause = event == null ? '' : `  ${colours.dim(causeOf(event, view))}\n`;
  if (kind === 'ADDED') return `${colours.green(`+ ${name}: ${now}`)}\n${cause}`;
  if (kind === 'REMOVED') return `${colours.red(`- ${name}: ${old}`)}\n${cause}`;
  return `${colours.yellow(`~ ${name}:`)} ${old} → ${now}\n${cause}`;
}

/** `decision.superseded by ada, 2026-11-30 14:02`: what made the difference, who did it and when. */
const causeOf = ({ type, actor, occurredAt }: NonNullable<Change['event']>, { isTerminal }: View): string =>
  `${eventName(type)} by ${printableLine(actor.name)}, ${isTerminal ? moment(occurredAt) : occurredAt}`;
