import { Command } from 'commander';
import { listDecisions, recordDecision, supersedeDecision } from '../../../api/operations/work/decisions.ts';
import type { Call } from '../../call.ts';
import type { Host } from '../../host.ts';
import { gathered, given } from '../../options.ts';
import { sentence, type Answer } from '../../output/answer.ts';
import { idColumn, recordedByColumn, timeColumn } from '../../output/columns.ts';
import { listAnswer } from '../../output/list-answer.ts';
import { resolveId } from '../../references/resolve-id.ts';
import { namedSessionId } from '../../references/session-id.ts';
import { workItemRef } from '../../references/work-item-ref.ts';
import { runCommand } from '../../run-command.ts';
import { examples } from '../examples.ts';
import { limitOption } from '../limit-option.ts';
import { onWork, type OnWorkOptions, SESSION_OPTION, WORK_OPTION } from './on-work.ts';

interface TextOptions {
  readonly rationale?: string;
  readonly evidence?: string[];
}

/** `kernel decision`: what was decided about a work item, and what no longer holds. */
export const decisionCommand = (host: Host): Command =>
  new Command('decision')
    .description('record, supersede and list decisions')
    .addCommand(
      new Command('record')
        .description('write down what was decided')
        .argument('<statement>', 'what was decided')
        .option('--rationale <text>', 'why')
        .option('--evidence <uri>', 'what speaks for it; may be given several times', gathered)
        .option(...WORK_OPTION)
        .option(...SESSION_OPTION)
        .addHelpText(
          'after',
          examples(
            'kernel decision record "Keep both columns for one release"',
            'kernel decision record "…" --work AUTH-1 --rationale "…"',
          ),
        )
        .action(runCommand(host, record)),
    )
    .addCommand(
      new Command('supersede')
        .description('put a new decision in the place of one that stands')
        .argument('<id>', 'the decision that no longer holds')
        .argument('<statement>', 'what holds instead')
        .option('--rationale <text>', 'why')
        .option('--evidence <uri>', 'what speaks for it; may be given several times', gathered)
        .option(...SESSION_OPTION)
        .action(runCommand(host, supersede)),
    )
    .addCommand(
      new Command('list')
        .description('list the decisions that stand, newest first')
        .argument('[work]', 'the work item; inside a session its own')
        .option('--all', 'also those that were superseded')
        .addOption(limitOption())
        .action(runCommand(host, list)),
    );

async function record(call: Call, statement: string, options: OnWorkOptions & TextOptions): Promise<Answer> {
  const { rationale, evidence } = options;
  const input = { ...(await onWork(call, options)), statement, ...given({ rationale, evidence }) };
  const { decision } = await recordDecision(await call.connection(), input);
  return sentence({ decision }, `recorded ${decision.id}`);
}

async function supersede(
  call: Call,
  id: string,
  statement: string,
  options: OnWorkOptions & TextOptions,
): Promise<Answer> {
  const { rationale, evidence } = options;
  const decisionId = await resolveId(call, 'DECISION', id);
  const sessionId = await namedSessionId(call, options.session);
  const input = { decisionId, statement, ...given({ sessionId, rationale, evidence, idempotencyKey: call.key() }) };
  const { decision } = await supersedeDecision(await call.connection(), input);
  return sentence({ decision }, `${decisionId} is superseded by ${decision.id}`);
}

async function list(call: Call, work: string | undefined, options: { limit: number; all?: boolean }): Promise<Answer> {
  const ref = await workItemRef(call, work);
  const found = await listDecisions(await call.connection(), ref, options.limit, options.all === true);
  return listAnswer('decisions', found, [
    idColumn,
    timeColumn('RECORDED', (row) => row.recordedAt),
    { title: 'STANDS', value: (row) => (row.isStanding ? 'yes' : 'no') },
    recordedByColumn,
    { title: 'STATEMENT', value: (row) => row.statement },
  ]);
}
