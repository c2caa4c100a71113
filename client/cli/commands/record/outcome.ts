import { Command } from 'commander';
import { recordOutcome } from '../../../api/operations/work/outcomes.ts';
import { fetchWorkItem } from '../../../api/operations/work/work.ts';
import type { Call } from '../../call.ts';
import { usageError } from '../../cli-error.ts';
import type { Host } from '../../host.ts';
import { gathered, given } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { onWork, type OnWorkOptions, SESSION_OPTION, WORK_OPTION } from './on-work.ts';

interface OutcomeOptions extends OnWorkOptions {
  readonly met?: string[];
  readonly unmet?: string[];
  readonly evidence?: string[];
}

/** `kernel outcome record`: how the work stands against its acceptance criteria. */
export const outcomeCommand = (host: Host): Command =>
  new Command('outcome').description('say which acceptance criteria are met').addCommand(
    new Command('record')
      .description('write down how the work stands; the latest outcome counts')
      .argument('<summary>', 'what came out')
      .option('--met <criterion>', 'a criterion that is met: its number in kernel work show, or its text', gathered)
      .option('--unmet <criterion>', 'a criterion that is not met', gathered)
      .option('--evidence <uri>', 'what speaks for it; may be given several times', gathered)
      .option(...WORK_OPTION)
      .option(...SESSION_OPTION)
      .addHelpText(
        'after',
        examples('kernel outcome record "Tests pass; the manual is missing" --met 1 --met 2 --unmet 3'),
      )
      .action(runCommand(host, record)),
  );

async function record(call: Call, summary: string, options: OutcomeOptions): Promise<Answer> {
  const connection = await call.connection();
  const target = await onWork(call, options);
  const numbered = [...(options.met ?? []), ...(options.unmet ?? [])].some(isNumber);
  const criteria = numbered ? (await fetchWorkItem(connection, target.workItem)).acceptanceCriteria : [];
  const metCriteria = options.met?.map((text) => criterionOf(text, criteria));
  const unmetCriteria = options.unmet?.map((text) => criterionOf(text, criteria));
  const input = { ...target, summary, ...given({ metCriteria, unmetCriteria, evidence: options.evidence }) };
  const { outcome } = await recordOutcome(connection, input);
  return sentence(
    { outcome },
    `recorded ${outcome.id}: ${outcome.metCriteria.length} met, ${outcome.unmetCriteria.length} not met`,
  );
}

const isNumber = (text: string): boolean => /^\d+$/.test(text);

function criterionOf(text: string, criteria: readonly string[]): string {
  if (!isNumber(text)) return text;
  const criterion = criteria[Number(text) - 1];
  if (criterion !== undefined) return criterion;
  throw usageError(
    `There is no criterion ${text}: the work item has ${criteria.length}. kernel work show numbers them.`,
  );
}
