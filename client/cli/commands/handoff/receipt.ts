import { Command } from 'commander';
import { fetchReceipt, type Receipt, recordReceipt } from '../../../api/operations/handoffs/receipts.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { given } from '../../options.ts';
import type { Answer } from '../../output/answer.ts';
import { printable } from '../../output/printable.ts';
import { receiptLine } from '../../output/receipt-line.ts';
import { lower } from '../../output/words.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';

/** `kernel handoff receipt`: what the destination understood of its package; with texts, says them back. */
export const receiptCommand = (host: Host): Command =>
  new Command('receipt')
    .description('show what the destination said back of its package, or say statements back')
    .argument('<id>', 'the handoff: its id, or the beginning or end of it')
    .argument('[echo...]', 'keys such as goal, objective, constraint-1, criterion-1, or the statements themselves')
    .addHelpText(
      'after',
      examples('kernel handoff receipt 7b31…', 'kernel handoff receipt 7b31… goal objective constraint-1'),
    )
    .action(runCommand(host, receipt));

async function receipt(call: Call, id: string, echoes: readonly string[]): Promise<Answer> {
  const handoffId = await resolveId(call, 'HANDOFF', id);
  const connection = await call.connection();
  if (echoes.length === 0) return shown(await fetchReceipt(connection, handoffId), []);
  const input = { handoffId, echoes: [...echoes], ...given({ idempotencyKey: call.key() }) };
  const { handoff, unknown } = await recordReceipt(connection, input);
  const note = `${unknown} of the ${echoes.length} echoes are no statement of the package`;
  return shown(handoff.receipt ?? null, unknown === 0 ? [] : [note]);
}

const shown = (found: Receipt | null, notes: readonly string[]): Answer => ({
  json: { receipt: found },
  text: () => (found === null ? 'nothing was said back yet\n' : `${receiptLine(found) ?? ''}\n${lines(found)}`),
  notes,
});

function lines({ covered, missing }: Receipt): string {
  const line = (mark: string, { key, kind, text }: Receipt['covered'][number]) =>
    `${mark} ${key} (${lower(kind)}): ${printable(text).replaceAll('\n', ' ')}\n`;
  return [...covered.map((item) => line('+', item)), ...missing.map((item) => line('-', item))].join('');
}
