import { listDocuments } from '../../../../api/operations/handoffs/documents.ts';
import type { Call } from '../../../call.ts';
import { usageError } from '../../../cli-error.ts';
import type { Answer } from '../../../output/answer.ts';
import { timeColumn } from '../../../output/columns.ts';
import { DEFAULT_LIMIT, listAnswer } from '../../../output/list-answer.ts';
import { workItemRef } from '../../../references/work-item-ref.ts';
import type { ListOptions } from '../list.ts';

/** Whether the documents that a server has are meant. */
export const isRemote = ({ remote, work }: ListOptions): boolean => remote === true || work !== undefined;

/** Documents that the server has, newest first: of a work item, or of all; with `search`, those that hold that text. */
export async function listRemote(call: Call, options: ListOptions, search?: string): Promise<Answer> {
  const { work, limit = DEFAULT_LIMIT, scope, cursor, files, offset } = options;
  if ([scope, cursor, files, offset].some((given) => given !== undefined)) {
    throw usageError('--remote and --work go with --limit alone.');
  }
  const workItem = work === undefined ? null : await workItemRef(call, work);
  const filter = { workItem, search: search ?? null };
  return listAnswer('documents', await listDocuments(await call.connection(), filter, limit), [
    { title: 'REF', value: ({ ref }) => ref },
    { title: 'NAME', value: ({ name }) => name },
    { title: 'WORK', value: ({ workItem: about, openedWorkItem }) => about?.key ?? openedWorkItem?.key },
    timeColumn('CREATED', ({ createdAt }) => createdAt),
    { title: 'GOAL', value: ({ goal }) => goal },
  ]);
}
