import { Command, Option } from 'commander';
import { documentFromPackage } from '#schema/documents/handoff-document/package/from-package.ts';
import { handoffPackageV1 } from '#schema/documents/handoff-package/v1.ts';
import { type FreshnessCard, fetchFreshness } from '../../../api/operations/handoffs/freshness.ts';
import { fetchPackage, fetchWorkHasMoved } from '../../../api/operations/handoffs/packages.ts';
import { fetchReceipt, type Receipt } from '../../../api/operations/handoffs/receipts.ts';
import type { Call } from '../../call.ts';
import { CliError } from '../../cli-error.ts';
import { exitCodes } from '../../exit-codes.ts';
import type { Host } from '../../host.ts';
import { wholeNumber } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { fields } from '../../output/fields.ts';
import { printable } from '../../output/printable.ts';
import { receiptLine } from '../../output/receipt-line.ts';
import { RawJson } from '../../output/to-json.ts';
import type { View } from '../../output/view.ts';
import { lower, packageName } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { freshnessWords } from './freshness-card.ts';

/** `kernel handoff show`: the rendered package for a person; with --json the stored document, byte for byte. */
export const showCommand = (host: Host): Command =>
  new Command('show')
    .description('show a handoff and its package; with --json the document exactly as it was hashed')
    .argument('<id>', 'the handoff: its id, or the beginning or end of it')
    .addOption(new Option('--version <number>', 'another version than the one on offer').argParser(wholeNumber(1)))
    .option('--as-document', 'the package as a handoff document of six sections, from which it can be read back')
    .addHelpText(
      'after',
      examples(
        'kernel handoff show 7b31…',
        'kernel handoff show 7b31… --json > package.json',
        'kernel handoff show 7b31… --as-document | kernel doc create --name auth-1.md',
      ),
    )
    .action(runCommand(host, show));

type Shown = Awaited<ReturnType<typeof fetchPackage>>;
type Movement = Awaited<ReturnType<typeof fetchWorkHasMoved>>;

interface ShowOptions {
  readonly version?: number;
  readonly asDocument?: boolean;
}

async function show(call: Call, id: string, options: ShowOptions): Promise<Answer> {
  const handoffId = await resolveId(call, 'HANDOFF', id);
  const connection = await call.connection();
  if (options.asDocument === true) {
    return asDocument(handoffId, await fetchPackage(connection, handoffId, options.version ?? null));
  }
  const [found, moved, receipt, freshness] = await Promise.all([
    fetchPackage(connection, handoffId, options.version ?? null),
    fetchWorkHasMoved(connection, handoffId),
    fetchReceipt(connection, handoffId),
    fetchFreshness(connection, handoffId),
  ]);
  const { package: shown, ...handoff } = found;
  return {
    json: {
      handoff: { ...handoff, workHasMoved: moved?.hasMoved ?? null, receipt, freshness },
      package: shown && {
        version: shown.version,
        hash: shown.hash,
        lint: shown.lint,
        document: new RawJson(shown.document),
      },
    },
    text: (view) =>
      `${summary(found, { receipt, freshness }, view)}${shown ? `\n${printable(shown.markdown).trimEnd()}\n` : ''}`,
    notes: notesOn(found, moved),
  };
}

/** The package as a document; it is what agents wrote, in sections. Throws while there is none. */
function asDocument(handoffId: string, { package: shown }: Shown): Answer {
  if (!shown) {
    const message = `There is no package yet. Go on with: kernel handoff compile ${handoffId}`;
    throw new CliError('NOT_COMPILED', exitCodes.refused, message, { handoffId });
  }
  const content = documentFromPackage(handoffPackageV1.parse(JSON.parse(shown.document)));
  return {
    json: { document: { handoffId, version: shown.version, hash: shown.hash, content } },
    text: (view) => (view.isTerminal ? printable(content) : content),
  };
}

interface Beside {
  readonly receipt: Receipt | null;
  readonly freshness: FreshnessCard | null;
}

function summary(handoff: Shown, { receipt, freshness }: Beside, view: View): string {
  const { package: shown, sourceSession, toSession, rejectReason, rejectNote } = handoff;
  const note = rejectNote ? `: ${rejectNote}` : '';
  // It is of the package on offer, and says nothing of an earlier one.
  const isOffered = shown?.version === freshness?.packageVersion;
  return fields(
    [
      ['handoff', handoff.id],
      ['work item', handoff.workItem.key],
      ['state', lower(handoff.state)],
      ['to', handoff.targetRuntime],
      ['purpose', handoff.purpose],
      ['from', sourceSession ? `${sourceSession.runtime} ${sourceSession.id}` : null],
      ['taken on by', toSession ? `${toSession.runtime} ${toSession.id}` : null],
      ['receipt', receiptLine(receipt)],
      ['freshness', isOffered ? freshnessWords(freshness) : undefined],
      ['refused', rejectReason ? `${lower(rejectReason)}${note}` : null],
      ['package', shown ? `v${shown.version}, ${shown.hash}` : 'none yet: kernel handoff compile'],
      // Only the web page cancels, so the command line does not offer it.
      [
        'can be',
        handoff.availableCommands
          .filter((command) => command !== 'CANCEL')
          .map(lower)
          .join(', '),
      ],
    ],
    view,
  );
}

/** What a reviewer should know and the package cannot say of itself. */
function notesOn({ package: shown, packageVersion, packageHash }: Shown, movement: Movement): string[] {
  if (!shown) return [];
  const isOther = packageHash && packageVersion && shown.version !== packageVersion;
  const offered = isOther ? [`on offer is another version (${packageName(packageVersion, packageHash)})`] : [];
  const changes = movement?.changes ?? [];
  const moved =
    movement?.hasMoved === true
      ? [`the work has moved since: ${changes.map((change) => change.label).join('; ')}`]
      : [];
  return [...offered, ...moved, ...shown.lint.map(({ code, message }) => `${lower(code)}: ${message}`)];
}
