import type { Prisma } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { literalPattern } from '#server/db/literal-pattern.ts';
import { ValidationError } from '#server/errors.ts';
import { checkedText, listLimits } from '#server/text-limits.ts';
import { workItemWhere, type WorkItemRef } from '#server/work/require-work-item.ts';
import { isUuid } from './document-reference.ts';
import { reachDocument } from './reach-document.ts';

/** Which documents to list. What is left out, or null, does not narrow the list. */
export interface HandoffDocumentsFilter {
  /** The project of documents they were written in. */
  readonly originProjectId?: string | null | undefined;
  /** Those about this work item, and the one it was opened from. */
  readonly workItem?: WorkItemRef | null | undefined;
  /** Part of the name or the text, in any case. */
  readonly search?: string | null | undefined;
  /** The UUIDs that documents have on machines. */
  readonly handoffIds?: readonly string[] | null | undefined;
}

/** The where-clause of a filtered list within the actor's reach. Throws ValidationError for what no row can hold. */
export function documentsWhere(actor: Actor, filter: HandoffDocumentsFilter): Prisma.HandoffDocumentWhereInput {
  const { originProjectId, workItem, search, handoffIds } = filter;
  const narrowing: Prisma.HandoffDocumentWhereInput[] = [];
  if (originProjectId) narrowing.push(uuids('filter.originProjectId', 'originProjectId', [originProjectId]));
  if (handoffIds) narrowing.push(uuids('filter.handoffIds', 'handoffId', handoffIds));
  if (workItem) {
    const is = workItemWhere(actor, workItem);
    narrowing.push({ OR: [{ workItem: is }, { openedWorkItem: is }] });
  }
  if (search) {
    const contains = literalPattern(checkedText('filter.search', search, 'title', { blank: true }));
    const anyCase = { contains, mode: 'insensitive' } as const;
    narrowing.push({ OR: [{ name: anyCase }, { text: anyCase }] });
  }
  const { AND: within = [], ...reach } = reachDocument(actor);
  return { ...reach, AND: [within, narrowing].flat() };
}

function uuids(
  field: string,
  column: 'originProjectId' | 'handoffId',
  values: readonly string[],
): Prisma.HandoffDocumentWhereInput {
  if (values.length > listLimits.documentIds) {
    throw new ValidationError(field, `has ${values.length} entries; the limit is ${listLimits.documentIds}`);
  }
  return { [column]: { in: values.filter(isUuid) } };
}
