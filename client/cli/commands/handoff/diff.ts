import { Argument, Command } from 'commander';
import { fetchHandoff } from '../../../api/operations/handoffs.ts';
import { fetchPackageDiff } from '../../../api/operations/packages.ts';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import type { Host } from '../../host.ts';
import { wholeNumber } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { printableLine } from '../../output/printable.ts';
import type { View } from '../../output/view.ts';
import { amount } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

/** `kernel handoff diff`: what differs between two versions of a handoff's package, item by item. */
export const diffCommand = (host: Host): Command =>
  new Command('diff')
    .description('show what differs between two versions of the package, item by item')
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

function line({ kind, label, before, after }: Change, { colours }: View): string {
  const name = printableLine(label);
  const [old, now] = [printableLine(before ?? ''), printableLine(after ?? '')];
  if (kind === 'ADDED') return `${colours.green(`+ ${name}: ${now}`)}\n`;
  if (kind === 'REMOVED') return `${colours.red(`- ${name}: ${old}`)}\n`;
  return `${colours.yellow(`~ ${name}:`)} ${old} → ${now}\n`;
}
