import type { Prisma, WorkItemState } from '#prisma/generated/client/client.ts';
import type { Actor } from '#server/auth/actor.ts';
import { reachWorkItem } from '#server/auth/authorize.ts';
import { literalPattern } from '#server/db/literal-pattern.ts';
import { checkedText } from '#server/text-limits.ts';

/** Which work items to list. What is left out, or null, does not narrow the list. */
export interface WorkItemsFilter {
  readonly state?: WorkItemState | null | undefined;
  readonly projectKey?: string | null | undefined;
  /** Part of a key, title or goal, in any case. */
  readonly search?: string | null | undefined;
}

/** The where-clause of a filtered list within the actor's reach. Throws ValidationError for texts no row can hold. */
export function workItemsWhere(actor: Actor, filter: WorkItemsFilter): Prisma.WorkItemWhereInput {
  const { state, projectKey, search } = filter;
  const narrowing: Prisma.WorkItemWhereInput[] = [];
  if (state) narrowing.push({ state });
  if (projectKey) narrowing.push({ project: { keyPrefix: checkedText('filter.projectKey', projectKey, 'name') } });
  if (search) {
    const contains = literalPattern(checkedText('filter.search', search, 'title', { blank: true }));
    const anyCase = { contains, mode: 'insensitive' } as const;
    narrowing.push({ OR: [{ key: anyCase }, { title: anyCase }, { goal: anyCase }] });
  }
  const { AND: within = [], ...reach } = reachWorkItem(actor);
  return { ...reach, AND: [...within, ...narrowing] };
}
