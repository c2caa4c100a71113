import { Command } from 'commander';
import type { Priority } from '../../../../api/graphql/graphql.ts';
import { openWorkItemFromDocument } from '../../../../api/operations/handoffs/documents.ts';
import { Refused } from '../../../../api/refused.ts';
import type { Call } from '../../../call.ts';
import { CliError } from '../../../cli-error.ts';
import { exitCodes } from '../../../exit-codes.ts';
import type { Host } from '../../../host.ts';
import { given, oneOf } from '../../../options.ts';
import { type Answer, sentence } from '../../../output/answer.ts';
import { amount } from '../../../output/words.ts';
import { runCommand } from '../../../run-command.ts';
import { examples } from '../../examples.ts';
import { documentRef } from './document-ref.ts';

interface OpenWorkOptions {
  readonly title?: string;
  readonly type?: string;
  readonly priority?: Priority;
}

/** `kernel doc open-work`: a work item that begins with what a document says. */
export const openWorkCommand = (host: Host): Command =>
  new Command('open-work')
    .description('open a work item from a document at the server: its parts become records, marked as inherited')
    .argument('<ref>', 'the document: its reference, or its id at the server or part of that')
    .argument('<project>', 'the key prefix of the project of work items, such as AUTH')
    .option('--title <text>', 'what the work item is called; the document’s title, or the beginning of its goal')
    .option('--type <word>', 'what kind of work it is; general when left out')
    .option('--priority <priority>', 'low, medium, high or urgent', oneOf('LOW', 'MEDIUM', 'HIGH', 'URGENT'))
    .addHelpText('after', examples('kernel doc open-work handoff://01a2…/01a2… AUTH'))
    .action(runCommand(host, openWork));

async function openWork(call: Call, name: string, project: string, options: OpenWorkOptions): Promise<Answer> {
  const { title, type: taskType, priority } = options;
  const document = await documentRef(call, name);
  const input = {
    document,
    project: project.startsWith('prj_') ? { id: project } : { keyPrefix: project.toUpperCase() },
    ...given({ title, taskType, priority, idempotencyKey: call.key() }),
  };
  const opened = await openWorkItemFromDocument(await call.connection(), input).catch((error: unknown) => {
    throw isMissing(error, name) ? notSent(error.message, name) : error;
  });
  const { inherited, ...workItem } = opened.workItem;
  const records = `${amount(inherited.length, 'record')} inherited from ${opened.document.ref}`;
  return sentence({ workItem, document: opened.document, inherited }, `opened ${workItem.key}`, [records]);
}

const isMissing = (error: unknown, name: string): error is Refused =>
  error instanceof Refused && error.code === 'NOT_FOUND' && error.details['ref'] === name;

/** A document that lies on this machine alone is not there for the server. */
const notSent = (message: string, ref: string): CliError =>
  new CliError(
    'NOT_FOUND',
    exitCodes.notFound,
    `${message} If it lies on this machine alone, send it first: kernel doc sync on, then kernel doc sync.`,
    { ref },
  );
