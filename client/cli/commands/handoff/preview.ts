import { Command, Option } from 'commander';
import { fetchBriefing } from '../../../api/operations/handoffs/packages.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { wholeNumber } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { printable } from '../../output/printable.ts';
import { lower, packageName } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

const DEFAULT_BUDGET_BYTES = 8192;

interface PreviewOptions {
  readonly budget: number;
  readonly version?: number;
}

/** `kernel handoff preview`: the briefing that a runtime would get, and what would be cut for its budget. */
export const previewCommand = (host: Host): Command =>
  new Command('preview')
    .description('print the briefing a runtime would get, and say what was cut for its budget')
    .argument('<id>', 'the handoff: its id, or the beginning or end of it')
    .addOption(
      new Option('--budget <bytes>', 'what the runtime has room for')
        .argParser(wholeNumber(1))
        .default(DEFAULT_BUDGET_BYTES),
    )
    .addOption(new Option('--version <number>', 'another version than the one on offer').argParser(wholeNumber(1)))
    .addHelpText('after', examples('kernel handoff preview 7b31…', 'kernel handoff preview 7b31… --budget 4096'))
    .action(runCommand(host, preview));

async function preview(call: Call, id: string, { budget, version }: PreviewOptions): Promise<Answer> {
  const handoffId = await resolveId(call, 'HANDOFF', id);
  const { briefing, ...offered } = await fetchBriefing(await call.connection(), handoffId, version ?? null, budget);
  const cuts = briefing.cuts.map((cut) => `${lower(cut.section)} (${cut.omitted})`).join(', ');
  const note = `${packageName(offered.version, offered.hash)}: ${briefing.bytes} of ${budget} bytes; ${cuts === '' ? 'nothing was cut' : `cut: ${cuts}`}`;
  return {
    json: { handoffId, package: offered, budgetBytes: budget, briefing },
    text: () => `${printable(briefing.text).trimEnd()}\n`,
    notes: [note],
  };
}
